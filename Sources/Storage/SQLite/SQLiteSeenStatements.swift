/// The statements of a transaction on seen eventIds.
final class SQLiteSeenStatements {
    let deleteAll: SQLiteStatement
    private let lookUp: SQLiteStatement
    private let insertion: SQLiteStatement
    private let deletion: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StoreError) {
        lookUp = try connection.prepare("SELECT 1 FROM seen WHERE activity = ? AND high = ? AND low = ?")
        insertion = try connection.prepare(
            "INSERT OR REPLACE INTO seen (activity, high, low, count) VALUES (?, ?, ?, ?)")
        deletion = try connection.prepare("DELETE FROM seen WHERE activity = ? AND count <= ?")
        deleteAll = try connection.prepare("DELETE FROM seen WHERE activity = ?")
    }

    /// Whether the hash is remembered for the activity.
    func contains(_ hash: EventIdHash, activity: Int64) throws(StoreError) -> Bool {
        try bind(lookUp, hash, activity)
        return try lookUp.first { _ in true } ?? false
    }

    /// Remembers the hash as the `count`-th of the activity.
    func insert(_ hash: EventIdHash, activity: Int64, count: Int64) throws(StoreError) {
        try bind(insertion, hash, activity)
        try insertion.bind(4, count)
        try insertion.run()
    }

    /// Forgets the activity's first to `count`-th.
    func delete(activity: Int64, upTo count: Int64) throws(StoreError) {
        try deletion.bind(1, activity)
        try deletion.bind(2, count)
        try deletion.run()
    }

    private func bind(_ statement: SQLiteStatement, _ hash: EventIdHash, _ activity: Int64) throws(StoreError) {
        try statement.bind(1, activity)
        try statement.bind(2, Int64(bitPattern: hash.high))
        try statement.bind(3, Int64(bitPattern: hash.low))
    }
}
