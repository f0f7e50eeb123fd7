import Storage

/// What time costs an event: moving its activity's due instant, taking what is due, asking for the earliest.
///
/// Measured as the difference to the same work without any of it, with 100,000 and with 1,000,000 live activities. The
/// limit is for CPU time, that of the threads which tidy up included: how long it takes depends on who else is busy.
enum SchedulerBenchmark: Benchmark {
    static let name = "scheduler"

    private static let fewer = 100_000
    private static let more = 1_000_000
    private static let rounds = 9
    private static let highestRatio = 2.0

    static func run(in folder: TemporaryFolder) throws -> Table {
        var table = Table(
            """
            what time adds to an event, batches of \(ScheduledStore.batch), \(rounds) rounds in turns; the ratio is \
            that of \(Number.text(Double(more))) activities to \(Number.text(Double(fewer)))
            """)
        try measure("memory", to: &table) { _ in InMemoryStore() }
        try measure("SQLite", to: &table) { count in try SQLiteStore(path: folder.file("scheduler-\(count).db")) }
        return table
    }

    private static func measure(
        _ name: String, to table: inout Table, _ makeStore: (Int) throws -> any Store
    ) throws {
        let small = try ScheduledStore(makeStore(fewer), count: fewer)
        let large = try ScheduledStore(makeStore(more), count: more)
        defer {
            small.store.close()
            large.store.close()
        }
        var measured: (small: [SchedulerCost], large: [SchedulerCost]) = ([], [])
        for _ in 0..<rounds {
            measured.small.append(try small.measure())
            measured.large.append(try large.measure())
        }
        add(name, measured.small, measured.large, to: &table)
    }

    private static func add(
        _ name: String, _ small: [SchedulerCost], _ large: [SchedulerCost], to table: inout Table
    ) {
        let lines: [(what: String, value: (SchedulerCost) -> Double, hasLimit: Bool)] = [
            ("an event without time, CPU", { $0.without.cpu }, false),
            ("added by time, CPU", { $0.added.cpu }, true),
            ("added by time, elapsed", { $0.added.elapsed }, false),
        ]
        for line in lines {
            let cost = (small: small.map(line.value).median, large: large.map(line.value).median)
            let ratio = cost.large / cost.small
            let limit = line.hasLimit ? Limit.atMost(highestRatio, ratio) : nil
            table.add("\(name), \(line.what), \(Number.text(Double(fewer)))", nanoseconds(cost.small), ratio: 1)
            table.add(
                "\(name), \(line.what), \(Number.text(Double(more)))", nanoseconds(cost.large), ratio: ratio,
                limit: limit)
        }
    }

    private static func nanoseconds(_ value: Double) -> String {
        Number.text(value) + " ns"
    }
}
