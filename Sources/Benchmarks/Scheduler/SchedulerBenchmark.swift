import Storage

/// What time costs an event: moving its activity's due instant, taking what is due, asking for the earliest. Measured as
/// the difference to the same work without any of it, with 100,000 and with 1,000,000 live activities.
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
        table.add("\(name), event without time, \(Number.text(Double(fewer)))", nanoseconds(small.map(\.without)))
        table.add("\(name), event without time, \(Number.text(Double(more)))", nanoseconds(large.map(\.without)))
        let ratio = large.map(\.added).median / small.map(\.added).median
        table.add("\(name), added by time, \(Number.text(Double(fewer)))", nanoseconds(small.map(\.added)), ratio: 1)
        table.add(
            "\(name), added by time, \(Number.text(Double(more)))", nanoseconds(large.map(\.added)), ratio: ratio,
            limit: .atMost(highestRatio, ratio))
    }

    private static func nanoseconds(_ values: [Double]) -> String {
        Number.text(values.median) + " ns"
    }
}
