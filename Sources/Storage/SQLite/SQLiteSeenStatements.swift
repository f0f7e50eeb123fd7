/// The statements of a transaction on seen eventIds.
final class SQLiteSeenStatements {
    private let deletionOfAll: SQLiteStatement
    private let lookUp: SQLiteStatement
    private let insertion: SQLiteStatement
    private let renewal: SQLiteStatement
    private let deletion: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StoreError) {
        lookUp = try connection.prepare("SELECT 1 FROM seen WHERE activity = ? AND high = ? AND low = ?")
        insertion = try connection.prepare(
            "INSERT OR IGNORE INTO seen (activity, high, low, count) VALUES (?, ?, ?, ?)")
        renewal = try connection.prepare(
            "UPDATE seen SET count = ?4 WHERE activity = ?1 AND high = ?2 AND low = ?3")
        deletion = try connection.prepare("DELETE FROM seen WHERE activity = ? AND count <= ?")
        deletionOfAll = try connection.prepare("DELETE FROM seen WHERE activity = ?")
    }

    /// Whether the hash is remembered for the activity.
    func contains(_ hash: EventIdHash, activity: Int64) throws(StoreError) -> Bool {
        try bind(lookUp, hash, activity)
        return try lookUp.first { _ in true } ?? false
    }

    /// Remembers the hash as the `count`-th of the activity; whether it is one more than before.
    func insert(_ hash: EventIdHash, activity: Int64, count: Int64) throws(StoreError) -> Bool {
        // REPLACE would not tell whether it took a row's place.
        if try put(insertion, hash, activity, count) > 0 { return true }
        _ = try put(renewal, hash, activity, count)
        return false
    }

    private func put(
        _ statement: SQLiteStatement, _ hash: EventIdHash, _ activity: Int64, _ count: Int64
    ) throws(StoreError) -> Int {
        try bind(statement, hash, activity)
        try statement.bind(4, count)
        return try statement.runAndCount()
    }

    /// Forgets the activity's first to `count`-th; returns how many those were.
    func delete(activity: Int64, upTo count: Int64) throws(StoreError) -> Int {
        try deletion.bind(1, activity)
        try deletion.bind(2, count)
        return try deletion.runAndCount()
    }

    /// Forgets all of the activity's; returns how many those were.
    func delete(activity: Int64) throws(StoreError) -> Int {
        try deletionOfAll.bind(1, activity)
        return try deletionOfAll.runAndCount()
    }

    private func bind(_ statement: SQLiteStatement, _ hash: EventIdHash, _ activity: Int64) throws(StoreError) {
        try statement.bind(1, activity)
        try statement.bind(2, Int64(bitPattern: hash.high))
        try statement.bind(3, Int64(bitPattern: hash.low))
    }
}
