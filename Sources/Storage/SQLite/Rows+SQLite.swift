extension ActivityRow {
    /// The columns in the order in which `init(_:)` reads them.
    static let columns = """
        number, conversion_id, subscriber_id, started_at, phase, precedes, shown_until, due, \
        (SELECT owner FROM handed_over WHERE activity = number), history, seen_count, state
        """

    /// Reads the row at hand.
    init(_ row: SQLiteStatement) {
        self.init(
            number: row.integer(0),
            conversionId: row.text(1),
            subscriberId: row.optionalText(2),
            startedAt: row.double(3),
            phase: row.text(4),
            precedes: row.optionalDouble(5),
            shownUntil: row.optionalDouble(6),
            due: row.optionalDouble(7),
            owner: row.optionalInteger(8),
            history: row.integer(9),
            seenCount: row.integer(10),
            state: row.bytes(11))
    }
}

extension HistoryEntry {
    /// Reads the row at hand.
    init(_ row: SQLiteStatement) {
        self.init(
            id: row.integer(0),
            previous: row.integer(1),
            activity: row.integer(2),
            conversionId: row.optionalText(3),
            at: row.double(4),
            kind: UInt8(truncatingIfNeeded: row.integer(5)),
            body: row.bytes(6))
    }
}

extension RegistrationRow {
    /// The columns in the order in which `init(_:)` reads them.
    static let columns = "id, subscriber_id, device_id, kind, conversion_id, sender, registered_at, expires, body"

    /// Reads the row at hand.
    init(_ row: SQLiteStatement) {
        self.init(
            id: row.text(0),
            subscriberId: row.text(1),
            deviceId: row.text(2),
            kind: row.text(3),
            conversionId: row.optionalText(4),
            sender: row.text(5),
            body: row.bytes(8),
            registeredAt: row.double(6),
            expires: row.optionalDouble(7))
    }
}
