/// The look-ups and changes of a transaction on the writing connection; one object serves all transactions in turn.
///
/// Used by one thread at a time, as its connection is.
final class SQLiteTransaction {
    private let connection: SQLiteConnection
    private let reading: SQLiteReading
    private let activities: SQLiteActivityStatements
    private let history: SQLiteHistoryStatements
    private let seen: SQLiteSeenStatements
    private let registrations: SQLiteRegistrationStatements
    private let phases: SQLitePhaseCounts
    /// What there is by the transactions that are committed.
    let holdings: SQLiteHoldings
    private var held = SQLiteHoldings.Changes()
    private let begin: SQLiteStatement
    private let commit: SQLiteStatement

    private var counters: SQLiteCounters
    private var numbers = RowNumbers()
    private var dueOrder: DueOrder<Int64>
    /// What to put back into it if the transaction fails, in the order of the changes.
    private var dueBefore: [(number: Int64, due: Double?)] = []
    /// The rows of this transaction as they are stored now, by number: what an update need not write.
    private var stored: [Int64: ActivityRow] = [:]

    init(_ connection: SQLiteConnection) throws(StoreError) {
        self.connection = connection
        reading = try SQLiteReading(connection)
        activities = try SQLiteActivityStatements(connection)
        history = try SQLiteHistoryStatements(connection)
        seen = try SQLiteSeenStatements(connection)
        registrations = try SQLiteRegistrationStatements(connection)
        phases = try SQLitePhaseCounts(connection)
        holdings = try SQLiteHoldings(connection)
        begin = try connection.prepare("BEGIN IMMEDIATE")
        commit = try connection.prepare("COMMIT")
        counters = try SQLiteCounters(connection)
        dueOrder = DueOrder(try activities.allDue.all { (key: $0.integer(0), due: $0.double(1)) })
    }

    /// Runs `body` as one transaction.
    func run<Result>(_ body: (any StoreTransaction) throws -> Result) throws -> Result {
        connection.clearFailure()
        let countersBefore = counters
        try begin.run()
        defer {
            stored.removeAll(keepingCapacity: true)
            dueBefore.removeAll(keepingCapacity: true)
            phases.clear()
            held = SQLiteHoldings.Changes()
        }
        do {
            let result = try body(self)
            try counters.save()
            try phases.save()
            try commit.run()
            holdings.add(held)
            return result
        } catch {
            counters = countersBefore
            for change in dueBefore.reversed() { dueOrder.set(change.due, of: change.number) }
            rollBack()
            throw error
        }
    }

    private func rollBack() {
        connection.clearFailure()
        // > It is recommended that applications respond to the errors listed above by explicitly issuing a ROLLBACK
        // > command. If the transaction has already been rolled back automatically by the error response, then the
        // > ROLLBACK command will fail with an error, but no harm is caused by this.
        // https://www.sqlite.org/lang_transaction.html
        if connection.isInTransaction { try? connection.execute("ROLLBACK") }
    }

    /// Writes a page: a number one higher than before.
    func countTry() throws(StoreError) {
        try connection.execute(
            "INSERT INTO counters VALUES ('tries', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1")
    }

    /// The earliest `due` of all rows.
    func earliestDue() -> Double? {
        dueOrder.earliest()
    }

    private func setDue(_ due: Double?, of number: Int64) {
        let before = dueOrder.due(of: number)
        guard before != due else { return }
        dueBefore.append((number, before))
        dueOrder.set(due, of: number)
    }

    private func note(_ row: ActivityRow?) -> ActivityRow? {
        if let row { stored[row.number] = row }
        return row
    }

    private func note(_ rows: [ActivityRow]) -> [ActivityRow] {
        for row in rows { stored[row.number] = row }
        return rows
    }
}

// MARK: - Activities

extension SQLiteTransaction: StoreTransaction {
    func activity(_ conversionId: String) throws -> ActivityRow? {
        if let number = numbers.number(of: conversionId), let row = try reading.activity(number: number),
            row.conversionId == conversionId
        {
            return note(row)
        }
        let row = note(try reading.activity(conversionId))
        if let row { numbers.note(row.number, of: conversionId) }
        return row
    }

    func activity(number: Int64) throws -> ActivityRow? {
        note(try reading.activity(number: number))
    }

    func activities(_ conversionIds: [String]) throws -> [ActivityRow] {
        // No list in one statement: within the process a statement costs no round trip.
        try conversionIds.compactMap { try activity($0) }
    }

    func activities(
        subscriberId: String?, phase: String?, limit: Int, after: (startedAt: Double, number: Int64)?
    ) throws -> [ActivityRow] {
        note(try reading.activities(subscriberId: subscriberId, phase: phase, limit: limit, after: after))
    }

    func counts() throws -> [String: Int] {
        phases.applied(to: try reading.counts())
    }

    func highestPrecedes(subscriberId: String, except conversionId: String) throws -> Double? {
        let statement = activities.highestPrecedes
        try statement.bind(1, subscriberId)
        try statement.bind(2, conversionId)
        return try statement.first { $0.optionalDouble(0) }
    }

    func shown(subscriberId: String, startedBy startedAt: Double, after now: Double) throws -> [ActivityRow] {
        let statement = activities.shown
        try statement.bind(1, subscriberId)
        try statement.bind(2, now)
        try statement.bind(3, startedAt)
        return note(try statement.all(ActivityRow.init))
    }

    func due(by now: Double, limit: Int) throws -> [ActivityRow] {
        try dueOrder.keys(by: now, limit: limit).compactMap { try activity(number: $0) }
    }

    func owned(after number: Int64, limit: Int) throws -> [ActivityRow] {
        let statement = activities.owned
        try statement.bind(1, number)
        try statement.bind(2, Int64(max(limit, 0)))
        return note(try statement.all(ActivityRow.init))
    }

    func isStored(_ row: ActivityRow) {
        if stored[row.number] == nil { stored[row.number] = row }
    }

    func put(_ row: inout ActivityRow) throws {
        try row.checkTimes()
        if row.number == 0 {
            var numbered = row
            numbered.number = try counters.number.next(connection)
            try activities.insert(numbered)
            if row.owner != nil { try activities.setOwner(row.owner, of: numbered.number) }
            row.number = numbered.number
            numbers.note(row.number, of: row.conversionId)
            phases.move(from: nil, to: row.phase)
        } else {
            guard let before = try stored[row.number] ?? reading.activity(number: row.number) else {
                throw StoreError(.misuse, "There is no activity of number \(row.number) to update.")
            }
            try activities.update(row, RowChange(from: before, to: row))
            if row.owner != before.owner { try activities.setOwner(row.owner, of: row.number) }
            phases.move(from: before.phase, to: row.phase)
        }
        setDue(row.due, of: row.number)
        stored[row.number] = row
    }

    func release(number: Int64) throws {
        stored[number]?.owner = nil
        try activities.setOwner(nil, of: number)
    }

    func remove(number: Int64) throws {
        guard let before = try stored[number] ?? reading.activity(number: number) else { return }
        phases.move(from: before.phase, to: nil)
        try activities.delete.bind(1, number)
        try activities.delete.run()
        if before.owner != nil { try activities.setOwner(nil, of: number) }
        held.eventIds -= try seen.delete(activity: number)
        setDue(nil, of: number)
        stored[number] = nil
        counters.number.mustBeSaved = true
    }
}

// MARK: - History

extension SQLiteTransaction {
    func historyEntries() throws -> Int {
        try reading.historyEntries()
    }

    func newestHistoryEntry() throws -> Int64 {
        try reading.newestHistoryEntry()
    }

    func historyEntry(_ id: Int64) throws -> HistoryEntry? {
        try reading.historyEntry(id)
    }

    func historyEntry(kind: UInt8, after id: Int64, upTo last: Int64) throws -> HistoryEntry? {
        try reading.historyEntry(kind: kind, after: id, upTo: last)
    }

    func append(_ entry: inout HistoryEntry) throws {
        var numbered = entry
        numbered.id = try counters.historyId.next(connection)
        try history.insert(numbered)
        entry.id = numbered.id
    }

    func pruneHistory(before at: Double, limit: Int) throws -> Int {
        let removed = try history.prune(before: at, limit: limit)
        if removed > 0 { counters.historyId.mustBeSaved = true }
        return removed
    }
}

// MARK: - Seen eventIds

extension SQLiteTransaction {
    func seen(activity: Int64) throws -> [EventIdHash] {
        try reading.seen(activity: activity)
    }

    func wasSeen(_ hash: EventIdHash, activity: Int64) throws -> Bool {
        try seen.contains(hash, activity: activity)
    }

    func remember(_ hash: EventIdHash, activity: Int64, count: Int64, keep: Int64) throws {
        if try seen.insert(hash, activity: activity, count: count) { held.eventIds += 1 }
        if let dropped = SeenWindow.dropped(at: count, keep: keep) {
            held.eventIds -= try seen.delete(activity: activity, upTo: dropped)
        }
    }
}

// MARK: - Registrations

extension SQLiteTransaction {
    func registrations(subscriberId: String) throws -> [RegistrationRow] {
        try reading.registrations(subscriberId: subscriberId)
    }

    func generalRegistrations(subscriberId: String) throws -> [RegistrationRow] {
        try reading.generalRegistrations(subscriberId: subscriberId)
    }

    func registrations(conversionId: String) throws -> [RegistrationRow] {
        try reading.registrations(conversionId: conversionId)
    }

    func registration(id: String) throws -> RegistrationRow? {
        try reading.registration(id: id)
    }

    func registration(sameKeyAs registration: RegistrationRow) throws -> RegistrationRow? {
        try reading.registration(sameKeyAs: registration)
    }

    func put(_ registration: RegistrationRow) throws {
        try registration.checkTimes()
        let replaced = [
            try reading.registration(id: registration.id)?.id,
            try reading.registration(sameKeyAs: registration)?.id,
        ].compactMap(\.self)
        try registrations.put(registration)
        held.registrations += 1 - Set(replaced).count
    }

    func removeRegistration(id: String) throws {
        held.registrations -= try registrations.delete(id: id)
    }

    func removeRegistrations(conversionId: String) throws {
        held.registrations -= try registrations.delete(conversionId: conversionId)
    }

    func removeExpiredRegistrations(by now: Double, limit: Int) throws -> Int {
        let removed = try registrations.removeExpired(by: now, limit: limit)
        held.registrations -= removed
        return removed
    }
}
