/// The statements of a transaction on activities.
final class SQLiteActivityStatements {
    let allDue: SQLiteStatement
    let owned: SQLiteStatement
    let shown: SQLiteStatement
    let highestPrecedes: SQLiteStatement
    let delete: SQLiteStatement
    private let own: SQLiteStatement
    private let disown: SQLiteStatement
    private let insertion: SQLiteStatement
    /// One for each `RowChange`, by its raw value.
    private let updates: [SQLiteStatement]

    init(_ connection: SQLiteConnection) throws(StoreError) {
        let row = "SELECT \(ActivityRow.columns) FROM activities"
        allDue = try connection.prepare("SELECT number, due FROM activities WHERE due IS NOT NULL")
        owned = try connection.prepare(
            """
            \(row) WHERE number IN (SELECT activity FROM handed_over WHERE activity > ? ORDER BY activity LIMIT ?)
            ORDER BY number
            """)
        // INDEXED BY: without its index the statement fails in a test, and does not become slow in use.
        shown = try connection.prepare(
            """
            \(row) INDEXED BY activities_by_shown_until WHERE subscriber_id = ? AND shown_until > ?
            AND started_at <= ? ORDER BY number
            """)
        highestPrecedes = try connection.prepare(
            """
            SELECT precedes FROM activities INDEXED BY activities_by_precedes
            WHERE subscriber_id = ? AND precedes IS NOT NULL AND conversion_id <> ? ORDER BY precedes DESC LIMIT 1
            """)
        delete = try connection.prepare("DELETE FROM activities WHERE number = ?")
        own = try connection.prepare("INSERT OR REPLACE INTO handed_over (activity, owner) VALUES (?, ?)")
        disown = try connection.prepare("DELETE FROM handed_over WHERE activity = ?")
        insertion = try connection.prepare(
            """
            INSERT INTO activities (number, history, seen_count, state, phase, due,
                conversion_id, subscriber_id, started_at, precedes, shown_until)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """)
        var updates: [SQLiteStatement] = []
        for change in 0..<UInt8(RowChange.count) {
            updates.append(try connection.prepare(RowChange(rawValue: change).sql))
        }
        self.updates = updates
    }

    /// Inserts a row that has its number.
    func insert(_ row: ActivityRow) throws(StoreError) {
        try run(insertion, row, [.phase, .due, .identity])
    }

    /// Writes what changed of the row, and what no index holds.
    func update(_ row: ActivityRow, _ change: RowChange) throws(StoreError) {
        try run(updates[Int(change.rawValue)], row, change)
    }

    /// Gives an activity its owner, or takes it away.
    func setOwner(_ owner: Int64?, of number: Int64) throws(StoreError) {
        let statement = owner == nil ? disown : own
        try statement.bind(1, number)
        if let owner { try statement.bind(2, owner) }
        try statement.run()
    }

    private func run(_ statement: SQLiteStatement, _ row: ActivityRow, _ change: RowChange) throws(StoreError) {
        try statement.bind(1, row.number)
        try statement.bind(2, row.history)
        try statement.bind(3, row.seenCount)
        if change.contains(.phase) { try statement.bind(5, row.phase) }
        if change.contains(.due) { try statement.bind(6, row.due) }
        if change.contains(.identity) {
            try statement.bind(7, row.conversionId)
            try statement.bind(8, row.subscriberId)
            try statement.bind(9, row.startedAt)
            try statement.bind(10, row.precedes)
            try statement.bind(11, row.shownUntil)
        }
        try statement.run(4, row.state)
    }
}
