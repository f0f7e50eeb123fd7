/// The statements of a transaction on the history.
final class SQLiteHistoryStatements {
    private let insertion: SQLiteStatement
    private let lastOfOldest: SQLiteStatement
    private let deletion: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StoreError) {
        insertion = try connection.prepare(
            """
            INSERT INTO history (id, previous, activity, conversion_id, at, kind, body)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """)
        lastOfOldest = try connection.prepare(
            "SELECT max(id) FROM (SELECT id FROM history ORDER BY id LIMIT ?)")
        deletion = try connection.prepare("DELETE FROM history WHERE id <= ? AND at < ?")
    }

    /// Inserts an entry that has its id.
    func insert(_ entry: HistoryEntry) throws(StoreError) {
        try insertion.bind(1, entry.id)
        try insertion.bind(2, entry.previous)
        try insertion.bind(3, entry.activity)
        try insertion.bind(4, entry.conversionId)
        try insertion.bind(5, entry.at)
        try insertion.bind(6, Int64(entry.kind))
        try insertion.run(7, entry.body)
    }

    /// Removes those of the oldest `limit` entries that are from before `at`; returns how many.
    func prune(before at: Double, limit: Int) throws(StoreError) -> Int {
        try lastOfOldest.bind(1, Int64(max(limit, 0)))
        guard let last = try lastOfOldest.first({ $0.optionalInteger(0) }) else { return 0 }
        try deletion.bind(1, last)
        try deletion.bind(2, at)
        return try deletion.runAndCount()
    }
}
