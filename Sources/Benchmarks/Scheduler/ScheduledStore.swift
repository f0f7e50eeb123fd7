import Storage

/// A store full of live activities, of which events move the due instants.
///
/// Time runs in units of which each has one activity due: what falls due with an event is the same for any number of
/// activities. New due instants lie anywhere in the time ahead, the worst case for an index.
final class ScheduledStore {
    /// How many events one transaction takes.
    static let batch = 100
    /// How many units pass with a batch: about so many activities fall due.
    private static let unitsPerBatch = 20.0
    /// How many batches are measured at a time.
    private static let batches = 100
    private static let rowsPerTransaction = 10_000
    private static let stateBytes = 64
    /// Commits between two looks at what the store has to tidy up, as in the relay.
    private static let commitsPerMaintenance = 64

    let store: any Store
    private let count: Int
    private var random = SeededRandom(seed: 7)
    private var now = 0.0
    private var commits = 0

    /// Fills a store with so many activities.
    init(_ store: any Store, count: Int) throws {
        self.store = store
        self.count = count
        for first in stride(from: 0, to: count, by: Self.rowsPerTransaction) {
            try store.transaction { transaction in
                for number in first..<min(first + Self.rowsPerTransaction, count) {
                    var row = row(number)
                    try transaction.put(&row)
                }
            }
            try store.maintain()
        }
        _ = try measure()
    }

    private func row(_ number: Int) -> ActivityRow {
        ActivityRow(
            conversionId: Self.name(number), startedAt: Double(number), due: someInstant(),
            state: [UInt8](repeating: 0x20, count: Self.stateBytes))
    }

    private static func name(_ number: Int) -> String {
        "gen-" + Number.padded(number, to: 8)
    }

    private func someInstant() -> Double {
        now + Double.random(in: 0..<Double(count), using: &random)
    }

    /// What an event costs now, without and with time; batches of both in turns.
    func measure() throws -> SchedulerCost {
        var without = Timing()
        var with = Timing()
        for _ in 0..<Self.batches {
            without += try Stopwatch.timing { try takeEvents(movingDue: false) }
            with += try Stopwatch.timing { try takeEventsInTime() }
        }
        let events = Self.batches * Self.batch
        return SchedulerCost(without: without.nanosecondsEach(of: events), with: with.nanosecondsEach(of: events))
    }

    /// A batch of events as time goes on.
    private func takeEventsInTime() throws {
        now += Self.unitsPerBatch
        try takeEvents(movingDue: true)
        _ = try store.earliestDue()
    }

    private func takeEvents(movingDue: Bool) throws {
        try store.transaction { transaction in
            if movingDue { try moveOn(transaction) }
            for _ in 0..<Self.batch { try takeEvent(transaction, movingDue: movingDue) }
        }
        commits += 1
        if commits % Self.commitsPerMaintenance == 0 { try store.maintain() }
    }

    /// Takes what is due, and gives it another instant.
    private func moveOn(_ transaction: any StoreTransaction) throws {
        for var row in try transaction.due(by: now, limit: 2 * Self.batch) {
            row.due = someInstant()
            try transaction.put(&row)
        }
    }

    private func takeEvent(_ transaction: any StoreTransaction, movingDue: Bool) throws {
        let name = Self.name(Int.random(in: 0..<count, using: &random))
        guard var row = try transaction.activity(name) else { throw BenchmarkFailure("\(name) is not stored") }
        if movingDue { row.due = someInstant() }
        row.state[0] ^= 1
        row.seenCount += 1
        try transaction.put(&row)
    }
}
