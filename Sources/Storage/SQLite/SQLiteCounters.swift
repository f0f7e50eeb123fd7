/// The highest number and history id ever given.
///
/// Kept in memory and, when a row that might be the highest is removed, in the table `counters`, so that nothing is used
/// again. SQLite's AUTOINCREMENT would write its own table at each insert for this.
struct SQLiteCounters {
    /// The highest value given, of one kind.
    struct Counter {
        private(set) var value: Int64
        /// Whether rows may be gone that tell the value.
        var mustBeSaved = false

        fileprivate init(_ value: Int64) {
            self.value = value
        }

        /// The next value.
        mutating func next(_ connection: SQLiteConnection) throws(StoreError) -> Int64 {
            guard value < .max else {
                throw StoreError(.full, "The highest row number there can be is used up in \(connection.name).")
            }
            value += 1
            return value
        }
    }

    /// Of activities.
    var number: Counter
    /// Of history entries.
    var historyId: Counter

    private let saving: SQLiteStatement

    /// Finds out what was given before.
    init(_ connection: SQLiteConnection) throws(StoreError) {
        number = Counter(try Self.highest(connection, name: "number", of: "number", in: "activities"))
        historyId = Counter(try Self.highest(connection, name: "history", of: "id", in: "history"))
        saving = try connection.prepare("INSERT OR REPLACE INTO counters (name, value) VALUES (?, ?)")
    }

    private static func highest(
        _ connection: SQLiteConnection, name: String, of column: String, in table: String
    ) throws(StoreError) -> Int64 {
        let saved = try connection.integer("SELECT value FROM counters WHERE name = '\(name)'") ?? 0
        let stored = try connection.integer("SELECT max(\(column)) FROM \(table)") ?? 0
        return max(saved, stored, 0)
    }

    /// Saves what the rows may no longer tell; part of the transaction that removed some.
    mutating func save() throws(StoreError) {
        if number.mustBeSaved { try save("number", number.value) }
        if historyId.mustBeSaved { try save("history", historyId.value) }
        number.mustBeSaved = false
        historyId.mustBeSaved = false
    }

    private func save(_ name: String, _ value: Int64) throws(StoreError) {
        try saving.bind(1, name)
        try saving.bind(2, value)
        try saving.run()
    }
}
