import ActivityResolver
import Push
import Storage

/// The activities that a transaction works on: each is read once and, unless others are looked for, written once.
final class WorkingSet {
    private let transaction: any StoreTransaction
    private let rules: Rules
    private let reader: StateReader
    private let settings: EngineSettings
    private let cache: RecordCache
    private let now: Double
    // Of these nothing was known when they were asked for.
    private var unknown: [Record] = []
    // In order of their first change, so that new activities are numbered in the order of their creation.
    private var changed: [Record] = []
    /// The earliest due of what was written, Unix seconds.
    private(set) var earliestDue: Double?
    /// How many entries the history got.
    private(set) var appended = 0
    /// What was changed, for those who follow activities, in order.
    private(set) var changes: [ActivityChange] = []

    init(
        _ transaction: any StoreTransaction, _ rules: Rules, _ settings: EngineSettings, _ cache: RecordCache,
        now: Double
    ) {
        self.transaction = transaction
        self.rules = rules
        reader = StateReader(rules)
        self.settings = settings
        self.cache = cache
        self.now = now
    }

    /// The record of an activity, known or not.
    func record(_ conversionId: String) throws -> Record {
        if let record = inHand(conversionId) { return record }
        if let row = try transaction.activity(conversionId) { return record(of: row) }
        let record = Record(unknown: conversionId)
        unknown.append(record)
        cache.keep(record)
        return record
    }

    private func inHand(_ conversionId: String) -> Record? {
        guard let record = cache.record(conversionId) else { return nil }
        if record.row.number != 0 { transaction.isStored(record.row) }
        return record
    }

    /// The record of a row that was read; the one in hand goes before it.
    private func record(of row: ActivityRow) -> Record {
        if let record = inHand(row.conversionId) { return record }
        do {
            var state = try reader.read(row.state, conversionId: row.conversionId, subscriberId: row.subscriberId)
            // Without an owner nothing is under way: an outcome takes only the owner away.
            if row.owner == nil { state.settleOutlets() }
            var row = row
            row.state = []
            let record = Record(row: row, state: state)
            cache.keep(record)
            return record
        } catch {
            let record = Record(row: row, fault: error)
            unknown.append(record)
            cache.keep(record)
            return record
        }
    }

    /// The records of rows; those that cannot be read are left alone from now on, so that they hold nothing up.
    private func readable(_ rows: [ActivityRow]) throws -> [Record] {
        var records: [Record] = []
        for var row in rows {
            let record = record(of: row)
            if record.fault == nil {
                records.append(record)
            } else {
                row.due = nil
                row.owner = nil
                try transaction.put(&row)
            }
        }
        return records
    }

    /// Notes that a record is to be written.
    func touch(_ record: Record) {
        guard !record.isDirty else { return }
        record.isDirty = true
        changed.append(record)
    }

    /// All that was handed over of an activity has arrived; but for that nothing is to be written.
    func release(_ record: Record) throws {
        record.row.owner = nil
        cache.underWay.forget(record)
        if !record.isDirty { try transaction.release(number: record.row.number) }
    }

    // MARK: Look-ups

    /// Whether an eventId came before for this activity (E4).
    func wasSeen(_ hash: EventIdHash, _ record: Record) throws -> Bool {
        if record.seen.contains(hash) { return true }
        guard record.row.number != 0, record.row.seenCount > 0 else { return false }
        return try transaction.wasSeen(hash, activity: record.row.number)
    }

    /// The subscriber's other activities whose card may be on a screen and that started by then, in order of creation
    /// (S2).
    func shown(
        subscriberId: String, besides conversionId: String? = nil, startedBy startedAt: Double = .infinity,
        at now: Double
    ) throws -> [Record] {
        try flush()
        return try transaction.shown(subscriberId: subscriberId, startedBy: startedAt, after: now)
            .filter { $0.conversionId != conversionId }
            .map(record(of:))
    }

    /// The latest startedAt that counts against an earlier start of the subscriber (S2).
    func latestStart(subscriberId: String, besides conversionId: String) throws -> Double? {
        try flush()
        return try transaction.highestPrecedes(subscriberId: subscriberId, except: conversionId)
    }

    /// The activities of which something is due, in the order of X4.
    func due(by now: Double, limit: Int) throws -> [Record] {
        try flush()
        return try readable(try transaction.due(by: now, limit: limit))
    }

    /// The activities of which something was handed over, from the one after `number` on.
    func owned(after number: Int64, limit: Int) throws -> [Record] {
        try flush()
        return try readable(try transaction.owned(after: number, limit: limit))
    }

    // MARK: Registrations

    /// The stored registration of the same key, whatever its name.
    func registration(sameKeyAs registration: Registration) throws -> Registration? {
        try transaction.registration(sameKeyAs: registration.row).map { try Registration($0) }
    }

    /// The registration of that name.
    func registration(_ id: String) throws -> Registration? {
        try transaction.registration(id: id).map { try Registration($0) }
    }

    /// Those of the subscriber's registrations that are of no activity, oldest first.
    func generalRegistrations(_ subscriberId: String) throws -> [Registration] {
        try transaction.generalRegistrations(subscriberId: subscriberId).map { try Registration($0) }
    }

    /// A subscriber's registrations, oldest first.
    func registrations(subscriberId: String) throws -> [Registration] {
        try transaction.registrations(subscriberId: subscriberId).map { try Registration($0) }
    }

    /// An activity's registrations, oldest first.
    func registrations(_ conversionId: String) throws -> [Registration] {
        try transaction.registrations(conversionId: conversionId).map { try Registration($0) }
    }

    /// Stores a registration in place of that of the same name or key.
    func put(_ registration: Registration) throws {
        try transaction.put(registration.row)
    }

    /// Forgets the registration of that name.
    func removeRegistration(_ id: String) throws {
        try transaction.removeRegistration(id: id)
    }

    /// Forgets an activity's registrations.
    func removeRegistrations(_ conversionId: String) throws {
        try transaction.removeRegistrations(conversionId: conversionId)
    }

    // MARK: Writing

    /// Writes what was changed.
    func flush() throws {
        for record in changed { try write(record) }
        changed.removeAll(keepingCapacity: true)
    }

    /// After the commit: what is stored now stays at hand, and nothing else.
    func settle() {
        for record in unknown where !record.isKnown { cache.forget(record) }
        cache.settle()
    }

    private func write(_ record: Record) throws {
        record.isDirty = false
        if record.isRemoved {
            cache.forget(record)
            cache.underWay.forget(record)
            if record.row.number != 0 { try transaction.remove(number: record.row.number) }
        } else if record.isKnown {
            try append(record)
            try put(record)
            try remember(record)
        }
    }

    private func append(_ record: Record) throws {
        var told = 0
        for (index, var entry) in record.entries.enumerated() {
            entry.activity = record.row.number
            entry.previous = record.row.history
            try transaction.append(&entry)
            record.row.history = entry.id
            while told < record.changes.count, record.changes[told].entry == index {
                record.changes[told].change.id = entry.id
                told += 1
            }
        }
        appended += record.entries.count
        record.entries.removeAll()
        if !settings.recordsHistory { mark(record) }
        changes += record.changes.map(\.change)
        record.changes.removeAll()
        record.isChanged = false
    }

    /// Without a history changes are numbered by the clock: higher than any entry, and rising as long as that does.
    private func mark(_ record: Record) {
        guard record.isChanged, record.state.activity.phase != .deleted else { return }
        for index in record.changes.indices {
            record.row.history = cache.nextMark(at: now)
            record.changes[index].change.id = record.row.history
        }
        if record.changes.isEmpty { record.row.history = cache.nextMark(at: now) }
    }

    /// Appends an entry that is in no activity's chain.
    func append(_ entry: HistoryEntry) throws {
        var entry = entry
        try transaction.append(&entry)
        appended += 1
    }

    /// Learns that a push arrived of which nothing else is to be learned; false where its activity has to be looked at.
    func settles(_ push: Push) throws -> Bool {
        guard !cache.has(push.conversionId), let number = cache.underWay.arrived(push) else { return false }
        try transaction.release(number: number)
        return true
    }

    private func put(_ record: Record) throws {
        record.row.seenCount += Int64(record.seen.count)
        let due = record.row.due
        // Copied once, not with each call: while the row changes, the record's own state is anybody's.
        let state = record.state
        record.row.fill(from: state, rules, owner: settings.owner)
        record.row.due = worthMoving(record.row.due, from: due)
        if settings.encodesStates { record.row.encode(state, rules) }
        try transaction.put(&record.row)
        record.row.state = []
        cache.underWay.note(record.row, state)
        if let due = record.row.due { earliestDue = min(earliestDue ?? due, due) }
    }

    /// How far ahead an instant must be for it to be left where it is when it moves away, seconds.
    private static let farAhead = 60.0

    /// A due instant that is far ahead and moves further is left where it was: moving it with every event would cost
    /// more than the one look, then and in vain, at which it is set right.
    private func worthMoving(_ due: Double?, from before: Double?) -> Double? {
        guard let due, let before, before < due, before > now + Self.farAhead else { return due }
        return before
    }

    private func remember(_ record: Record) throws {
        let first = record.row.seenCount - Int64(record.seen.count) + 1
        for (offset, hash) in record.seen.enumerated() {
            try transaction.remember(
                hash, activity: record.row.number, count: first + Int64(offset), keep: Int64(settings.eventIds))
        }
        record.seen.removeAll()
    }
}
