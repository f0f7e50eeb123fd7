/// Everything an `InMemoryStore` holds. Each change leaves a step back in `undo`.
final class InMemoryTables {
    /// What `begin` keeps, to be put back by `rollBack`.
    private struct Counters {
        /// The highest activity number ever given.
        var number: Int64 = 0
        /// The highest history id ever given.
        var historyId: Int64 = 0
        /// No history entry has a lower id.
        var oldestHistoryId: Int64 = 1
        /// How many eventIds are remembered.
        var eventIds = 0
    }

    private var rows: [Int64: ActivityRow] = [:]
    private var numbers: [String: Int64] = [:]
    private var subscribers: [String: SubscriberIndex] = [:]
    private var owned: Set<Int64> = []
    private var dueOrder = DueOrder<Int64>()
    private var history: [Int64: HistoryEntry] = [:]
    private var seen: [Int64: [EventIdHash: Int64]] = [:]
    private var registrations = RegistrationIndex()
    private var counters = Counters()

    private var countersBefore = Counters()
    private var undo: [InMemoryUndo] = []

    /// How much there is of what is counted.
    var holdings: StoreHoldings { StoreHoldings(registrations: registrations.count, eventIds: counters.eventIds) }

    /// Starts a transaction.
    func begin() {
        countersBefore = counters
    }

    /// Makes what was changed since `begin` stay.
    func commit() {
        undo.removeAll(keepingCapacity: true)
    }

    /// Takes back what was changed since `begin`.
    func rollBack() {
        for step in undo.reversed() {
            apply(step)
        }
        undo.removeAll(keepingCapacity: true)
        counters = countersBefore
    }

    private func apply(_ step: InMemoryUndo) {
        switch step {
        case .row(let number, let row): set(row, number: number)
        case .history(let id, let entry): history[id] = entry
        case .seen(let activity, let hash, let count): seen[activity, default: [:]][hash] = count
        case .allSeen(let activity, let hashes): seen[activity] = hashes
        case .registration(let id, let registration): registrations.set(registration, id: id)
        }
    }
}

// MARK: - Activities

extension InMemoryTables: StoreTransaction {
    func activity(_ conversionId: String) -> ActivityRow? {
        numbers[conversionId].flatMap { rows[$0] }
    }

    func activity(number: Int64) -> ActivityRow? {
        rows[number]
    }

    func activities(_ conversionIds: [String]) -> [ActivityRow] {
        conversionIds.compactMap { activity($0) }
    }

    func activities(
        subscriberId: String?, phase: String?, limit: Int, after: (startedAt: Double, number: Int64)?
    ) -> [ActivityRow] {
        let found = rows.values.filter { row in
            row.phase != ActivityRow.deletedPhase && (subscriberId == nil || row.subscriberId == subscriberId)
                && (phase == nil || row.phase == phase)
                && after.map { (row.startedAt, row.number) < ($0.startedAt, $0.number) } ?? true
        }
        let sorted = found.sorted { ($0.startedAt, $0.number) > ($1.startedAt, $1.number) }
        return Array(sorted.prefix(max(limit, 0)))
    }

    func historyEntries() -> Int {
        history.count
    }

    func newestHistoryEntry() -> Int64 {
        counters.historyId
    }

    func counts() -> [String: Int] {
        rows.values.reduce(into: [:]) { $0[$1.phase, default: 0] += 1 }
    }

    func highestPrecedes(subscriberId: String, except conversionId: String) -> Double? {
        subscribers[subscriberId]?.highestPrecedes(except: numbers[conversionId])
    }

    func shown(subscriberId: String, startedBy startedAt: Double, after now: Double) -> [ActivityRow] {
        let shown = subscribers[subscriberId]?.shown ?? []
        return shown.compactMap { rows[$0] }.filter { row in
            row.startedAt <= startedAt && row.shownUntil.map { $0 > now } ?? false
        }
    }

    func due(by now: Double, limit: Int) -> [ActivityRow] {
        dueOrder.keys(by: now, limit: limit).compactMap { rows[$0] }
    }

    func owned(after number: Int64, limit: Int) -> [ActivityRow] {
        owned.filter { $0 > number }.sorted().prefix(max(limit, 0)).compactMap { rows[$0] }
    }

    func isStored(_ row: ActivityRow) {}

    func put(_ row: inout ActivityRow) throws {
        try row.checkTimes()
        let holder = numbers[row.conversionId]
        guard holder == nil || holder == row.number else {
            throw StoreError(.misuse, "There is another activity \(row.conversionId) already.")
        }
        if row.number == 0 {
            counters.number += 1
            row.number = counters.number
            undo.append(.row(number: row.number, nil))
        } else {
            guard let before = rows[row.number] else {
                throw StoreError(.misuse, "There is no activity of number \(row.number) to update.")
            }
            undo.append(.row(number: row.number, before))
        }
        set(row, number: row.number)
    }

    func release(number: Int64) {
        guard var row = rows[number], row.owner != nil else { return }
        undo.append(.row(number: number, row))
        row.owner = nil
        set(row, number: number)
    }

    func remove(number: Int64) {
        guard let row = rows[number] else { return }
        undo.append(.row(number: number, row))
        set(nil, number: number)
        if let hashes = seen.removeValue(forKey: number) {
            undo.append(.allSeen(activity: number, hashes))
            counters.eventIds -= hashes.count
        }
    }

    /// The earliest `due` of all rows.
    func earliestDue() -> Double? {
        dueOrder.earliest()
    }

    /// Makes `row` the one of that number, nil for none, in all indexes.
    private func set(_ row: ActivityRow?, number: Int64) {
        let before = rows[number]
        rows[number] = row
        if before?.conversionId != row?.conversionId {
            if let before { numbers[before.conversionId] = nil }
            if let row { numbers[row.conversionId] = number }
        }
        reindexSubscriber(before, row)
        if row?.owner == nil {
            if before?.owner != nil { owned.remove(number) }
        } else {
            owned.insert(number)
        }
        dueOrder.set(row?.due, of: number)
    }

    private func reindexSubscriber(_ before: ActivityRow?, _ after: ActivityRow?) {
        let isSame =
            before?.subscriberId == after?.subscriberId && before?.precedes == after?.precedes
            && before?.shownUntil == after?.shownUntil
        guard !isSame else { return }
        if let before, let subscriberId = before.subscriberId {
            subscribers[subscriberId]?.remove(before)
            if subscribers[subscriberId]?.isEmpty == true { subscribers[subscriberId] = nil }
        }
        if let after, let subscriberId = after.subscriberId {
            subscribers[subscriberId, default: SubscriberIndex()].insert(after)
        }
    }
}

// MARK: - History

extension InMemoryTables {
    func historyEntry(_ id: Int64) -> HistoryEntry? {
        history[id]
    }

    func historyEntry(kind: UInt8, after id: Int64, upTo last: Int64) -> HistoryEntry? {
        var next = max(id + 1, counters.oldestHistoryId)
        while next <= min(last, counters.historyId) {
            if let entry = history[next], entry.kind == kind { return entry }
            next += 1
        }
        return nil
    }

    func append(_ entry: inout HistoryEntry) {
        counters.historyId += 1
        entry.id = counters.historyId
        history[entry.id] = entry
        undo.append(.history(id: entry.id, nil))
    }

    func pruneHistory(before at: Double, limit: Int) -> Int {
        var looked = 0
        var removed = 0
        var hasKept = false
        var id = counters.oldestHistoryId
        while looked < limit, id <= counters.historyId {
            if let entry = history[id] {
                looked += 1
                if entry.at < at {
                    undo.append(.history(id: id, entry))
                    history[id] = nil
                    removed += 1
                } else {
                    hasKept = true
                }
            }
            id += 1
            if !hasKept { counters.oldestHistoryId = id }
        }
        return removed
    }
}

// MARK: - Seen eventIds

extension InMemoryTables {
    func seen(activity: Int64) -> [EventIdHash] {
        (seen[activity] ?? [:]).sorted { $0.value < $1.value }.map(\.key)
    }

    func wasSeen(_ hash: EventIdHash, activity: Int64) -> Bool {
        seen[activity]?[hash] != nil
    }

    func remember(_ hash: EventIdHash, activity: Int64, count: Int64, keep: Int64) {
        let before = seen[activity, default: [:]].updateValue(count, forKey: hash)
        undo.append(.seen(activity: activity, hash, count: before))
        if before == nil { counters.eventIds += 1 }
        guard let dropped = SeenWindow.dropped(at: count, keep: keep), let hashes = seen[activity] else { return }
        undo.append(.allSeen(activity: activity, hashes))
        let kept = hashes.filter { $0.value > dropped }
        counters.eventIds -= hashes.count - kept.count
        seen[activity] = kept
    }
}

// MARK: - Registrations

extension InMemoryTables {
    func registrations(subscriberId: String) -> [RegistrationRow] {
        registrations.registrations(subscriberId: subscriberId)
    }

    func generalRegistrations(subscriberId: String) -> [RegistrationRow] {
        registrations.generalRegistrations(subscriberId: subscriberId)
    }

    func registrations(conversionId: String) -> [RegistrationRow] {
        registrations.registrations(conversionId: conversionId)
    }

    func registration(id: String) -> RegistrationRow? {
        registrations[id]
    }

    func registration(sameKeyAs registration: RegistrationRow) -> RegistrationRow? {
        registrations.registration(sameKeyAs: registration)
    }

    func put(_ registration: RegistrationRow) throws {
        try registration.checkTimes()
        if let other = registrations.registration(sameKeyAs: registration), other.id != registration.id {
            removeRegistration(id: other.id)
        }
        undo.append(.registration(id: registration.id, registrations[registration.id]))
        registrations.set(registration, id: registration.id)
    }

    func removeRegistration(id: String) {
        guard let registration = registrations[id] else { return }
        undo.append(.registration(id: id, registration))
        registrations.set(nil, id: id)
    }

    func removeRegistrations(conversionId: String) {
        for registration in registrations(conversionId: conversionId) { removeRegistration(id: registration.id) }
    }

    func removeExpiredRegistrations(by now: Double, limit: Int) -> Int {
        let expired = registrations.expired(by: now, limit: limit)
        for id in expired { removeRegistration(id: id) }
        return expired.count
    }
}
