import ActivityResolver
import JSON
import Storage

/// The rows that a transaction works on: each is read once and, unless others are looked for, written once.
final class WorkingSet {
    private let transaction: any StoreTransaction
    private let rules: Rules
    private let reader: StateReader
    private let settings: EngineSettings
    private var records: [String: Record] = [:]
    // In order of their first change, so that new activities are numbered in the order of their creation.
    private var changed: [Record] = []
    /// The earliest due of what was written, Unix seconds.
    private(set) var earliestDue: Double?

    init(_ transaction: any StoreTransaction, _ rules: Rules, _ settings: EngineSettings) {
        self.transaction = transaction
        self.rules = rules
        reader = StateReader(rules)
        self.settings = settings
    }

    /// Reads the rows of these activities in one go.
    func load(_ conversionIds: [String]) throws {
        let unread = Set(conversionIds.filter { records[$0] == nil })
        guard !unread.isEmpty else { return }
        for row in try transaction.activities(Array(unread)) { _ = record(of: row) }
        for id in unread where records[id] == nil { _ = add(Record(row: ActivityRow(conversionId: id), state: nil)) }
    }

    /// The record of an activity, known or not.
    func record(_ conversionId: String) throws -> Record {
        if let record = records[conversionId] { return record }
        if let row = try transaction.activity(conversionId) { return record(of: row) }
        return add(Record(row: ActivityRow(conversionId: conversionId), state: nil))
    }

    /// The record of a row that was read; the one in hand goes before it.
    private func record(of row: ActivityRow) -> Record {
        if let record = records[row.conversionId] { return record }
        do {
            return add(Record(row: row, state: try reader.read(row.state)))
        } catch {
            return add(Record(row: row, state: nil, fault: error))
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

    private func add(_ record: Record) -> Record {
        records[record.row.conversionId] = record
        return record
    }

    /// Notes that a record is to be written.
    func touch(_ record: Record) {
        guard !record.isDirty else { return }
        record.isDirty = true
        changed.append(record)
    }

    // MARK: Look-ups

    /// Whether an eventId came before for this activity (E4).
    func wasSeen(_ hash: EventIdHash, _ record: Record) throws -> Bool {
        if record.seen.contains(hash) { return true }
        guard record.row.number != 0, record.row.seenCount > 0 else { return false }
        return try transaction.wasSeen(hash, activity: record.row.number)
    }

    /// The subscriber's other activities whose card may be on a screen, in order of creation (S2).
    func shown(subscriberId: String, besides conversionId: String, at now: Double) throws -> [Record] {
        try flush()
        return try transaction.shown(subscriberId: subscriberId, after: now)
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

    // MARK: Writing

    /// Writes what was changed.
    func flush() throws {
        for record in changed { try write(record) }
        changed.removeAll(keepingCapacity: true)
    }

    private func write(_ record: Record) throws {
        record.isDirty = false
        if record.isRemoved {
            records[record.row.conversionId] = nil
            if record.row.number != 0 { try transaction.remove(number: record.row.number) }
        } else if let state = record.state {
            try append(record)
            try put(record, state)
            try remember(record)
        }
    }

    private func append(_ record: Record) throws {
        for var entry in record.entries {
            entry.activity = record.row.number
            entry.previous = record.row.history
            try transaction.append(&entry)
            record.row.history = entry.id
        }
        record.entries.removeAll()
    }

    private func put(_ record: Record, _ state: ActivityState) throws {
        record.row.seenCount += Int64(record.seen.count)
        record.row.fill(from: state, rules, owner: settings.owner)
        try transaction.put(&record.row)
        if let due = record.row.due { earliestDue = min(earliestDue ?? due, due) }
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
