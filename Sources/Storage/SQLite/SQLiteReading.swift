/// The look-ups on one connection.
///
/// Used by one thread at a time, as its connection is.
final class SQLiteReading: @unchecked Sendable {
    /// The connection looked up on.
    let connection: SQLiteConnection

    private let byConversionId: SQLiteStatement
    private let byNumber: SQLiteStatement
    private let list: SQLiteStatement
    private let subscriberList: SQLiteStatement
    private let phases: SQLiteStatement
    private let historyById: SQLiteStatement
    private let historyByKind: SQLiteStatement
    private let historySpan: SQLiteStatement
    private let historyNewest: SQLiteStatement
    private let seenByActivity: SQLiteStatement
    private let registrationById: SQLiteStatement
    private let registrationByKey: SQLiteStatement
    private let registrationsBySubscriber: SQLiteStatement
    private let generalRegistrations: SQLiteStatement
    private let registrationsByActivity: SQLiteStatement
    private let begin: SQLiteStatement
    private let end: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StoreError) {
        self.connection = connection
        let row = "SELECT \(ActivityRow.columns) FROM activities"
        let page = """
            phase <> '\(ActivityRow.deletedPhase)' AND (started_at, number) < (?1, ?2) AND (?3 IS NULL OR phase = ?3)
            ORDER BY started_at DESC, number DESC LIMIT ?4
            """
        byConversionId = try connection.prepare("\(row) WHERE conversion_id = ?")
        byNumber = try connection.prepare("\(row) WHERE number = ?")
        // INDEXED BY: without its index the statement fails in a test, and does not become slow in use.
        list = try connection.prepare("\(row) INDEXED BY activities_by_start WHERE \(page)")
        subscriberList = try connection.prepare(
            "\(row) INDEXED BY activities_by_precedes WHERE subscriber_id = ?5 AND \(page)")
        phases = try connection.prepare("SELECT phase, activities FROM phases WHERE activities > 0")
        historyById = try connection.prepare(
            "SELECT id, previous, activity, conversion_id, at, kind, body FROM history WHERE id = ?")
        historyByKind = try connection.prepare(
            """
            SELECT id, previous, activity, conversion_id, at, kind, body FROM history
            WHERE id > ? AND id <= ? AND kind = ? ORDER BY id LIMIT 1
            """)
        // Entries go from the old end only; counting them would look at each.
        historySpan = try connection.prepare(
            "SELECT (SELECT max(id) FROM history) - (SELECT min(id) FROM history) + 1")
        historyNewest = try connection.prepare("SELECT max(id) FROM history")
        seenByActivity = try connection.prepare("SELECT high, low FROM seen WHERE activity = ? ORDER BY count")
        let registration = "SELECT \(RegistrationRow.columns) FROM registrations"
        registrationById = try connection.prepare("\(registration) WHERE id = ?")
        // IS finds NULL as well, and by the index.
        registrationByKey = try connection.prepare(
            """
            \(registration) INDEXED BY registrations_by_key
            WHERE subscriber_id = ? AND device_id = ? AND kind = ? AND sender = ? AND conversion_id IS ?
            """)
        registrationsBySubscriber = try connection.prepare(
            "\(registration) WHERE subscriber_id = ? ORDER BY registered_at, id")
        generalRegistrations = try connection.prepare(
            """
            \(registration) INDEXED BY registrations_by_general_key WHERE subscriber_id = ? AND conversion_id IS NULL
            ORDER BY registered_at, id
            """)
        registrationsByActivity = try connection.prepare(
            """
            \(registration) INDEXED BY registrations_by_activity WHERE conversion_id = ?
            ORDER BY registered_at, id
            """)
        begin = try connection.prepare("BEGIN")
        end = try connection.prepare("COMMIT")
    }

    /// Runs `body` on one consistent state.
    func run<Result>(_ body: (any StoreReading) throws -> Result) throws -> Result {
        connection.clearFailure()
        try begin.run()
        defer {
            // Nothing was written, so there is nothing that could be lost. After a failure there may be no transaction.
            connection.clearFailure()
            try? end.run()
        }
        return try body(self)
    }
}

extension SQLiteReading: StoreReading {
    func activity(_ conversionId: String) throws -> ActivityRow? {
        try byConversionId.bind(1, conversionId)
        return try byConversionId.first(ActivityRow.init)
    }

    func activity(number: Int64) throws -> ActivityRow? {
        try byNumber.bind(1, number)
        return try byNumber.first(ActivityRow.init)
    }

    func activities(
        subscriberId: String?, phase: String?, limit: Int, after: (startedAt: Double, number: Int64)?
    ) throws -> [ActivityRow] {
        let statement = subscriberId == nil ? list : subscriberList
        try statement.bind(1, after?.startedAt ?? .infinity)
        try statement.bind(2, after?.number ?? .max)
        try statement.bind(3, phase)
        try statement.bind(4, Int64(max(limit, 0)))
        if let subscriberId { try statement.bind(5, subscriberId) }
        return try statement.all(ActivityRow.init)
    }

    func counts() throws -> [String: Int] {
        let counts = try phases.all { ($0.text(0), Int(clamping: $0.integer(1))) }
        // Texts that differ in the file may be the same once repaired.
        return Dictionary(counts, uniquingKeysWith: max)
    }

    func historyEntries() throws -> Int {
        Int(clamping: try historySpan.first { $0.optionalInteger(0) ?? 0 } ?? 0)
    }

    func newestHistoryEntry() throws -> Int64 {
        try historyNewest.first { $0.optionalInteger(0) ?? 0 } ?? 0
    }

    func historyEntry(_ id: Int64) throws -> HistoryEntry? {
        try historyById.bind(1, id)
        return try historyById.first(HistoryEntry.init)
    }

    func historyEntry(kind: UInt8, after id: Int64, upTo last: Int64) throws -> HistoryEntry? {
        try historyByKind.bind(1, id)
        try historyByKind.bind(2, last)
        try historyByKind.bind(3, Int64(kind))
        return try historyByKind.first(HistoryEntry.init)
    }

    func seen(activity: Int64) throws -> [EventIdHash] {
        try seenByActivity.bind(1, activity)
        return try seenByActivity.all {
            EventIdHash(high: UInt64(bitPattern: $0.integer(0)), low: UInt64(bitPattern: $0.integer(1)))
        }
    }

    func registrations(subscriberId: String) throws -> [RegistrationRow] {
        try registrationsBySubscriber.bind(1, subscriberId)
        return try registrationsBySubscriber.all(RegistrationRow.init)
    }

    func generalRegistrations(subscriberId: String) throws -> [RegistrationRow] {
        try generalRegistrations.bind(1, subscriberId)
        return try generalRegistrations.all(RegistrationRow.init)
    }

    func registrations(conversionId: String) throws -> [RegistrationRow] {
        try registrationsByActivity.bind(1, conversionId)
        return try registrationsByActivity.all(RegistrationRow.init)
    }

    func registration(id: String) throws -> RegistrationRow? {
        try registrationById.bind(1, id)
        return try registrationById.first(RegistrationRow.init)
    }

    func registration(sameKeyAs registration: RegistrationRow) throws -> RegistrationRow? {
        try registrationByKey.bind(1, registration.subscriberId)
        try registrationByKey.bind(2, registration.deviceId)
        try registrationByKey.bind(3, registration.kind)
        try registrationByKey.bind(4, registration.sender)
        try registrationByKey.bind(5, registration.conversionId)
        return try registrationByKey.first(RegistrationRow.init)
    }
}
