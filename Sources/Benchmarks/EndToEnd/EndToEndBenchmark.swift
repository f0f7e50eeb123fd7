/// Events in over HTTP, stored durably, and pushed to a simulator of APNs: how many a second, and how fast each.
enum EndToEndBenchmark: Benchmark {
    static let name = "end-to-end"

    /// With those of `APNsPushes` as many devices as the simulator keeps.
    private static let activities = 90_000
    private static let mostMegabytes = 64.0
    private static let lowestRatio = 0.3
    private static let mostLatencyRatio = 3.0

    static func run(in folder: TemporaryFolder) throws -> Table {
        let simulator = try SimulatorPeer(in: folder)
        defer { simulator.stop() }
        let loop = CLoop(try PlainCurlLoop(in: folder), try APNsPushes(to: simulator))
        // Its devices come first.
        _ = try loop.rate()
        let relay = try RelayUnderTest(in: folder, configuration: File.text(of: simulator.relayFile))
        defer { relay.stop() }
        try load(relay, simulator)
        let megabytesBefore = relay.megabytes
        let throughput = try Throughput(relay, simulator, loop, activities: activities, in: folder)
        let latency = try LatencyTurns(
            relay, simulator, loop, rate: throughput.pushesPerSecond / 4, activities: activities, in: folder)
        var table = Table(
            """
            \(Number.text(Double(activities))) activities with a device each, \(throughput.heading); \
            \(latency.heading)
            """)
        throughput.add(to: &table, lowestRatio: lowestRatio)
        latency.add(to: &table, mostRatio: mostLatencyRatio)
        add(try simulator.counts(), to: &table)
        add(relay.megabytes, before: megabytesBefore, to: &table)
        return table
    }

    private static func load(_ relay: RelayUnderTest, _ simulator: SimulatorPeer) throws {
        let before = try simulator.counts().accepted
        try ActivityLoader.load(activities, port: relay.port)
        try RegistrationLoader.load(activities, port: relay.port)
        try simulator.waitForPushes(before + activities)
        try ActivityLoader.checkThatAnEventIsPushed(port: relay.port)
        relay.settle()
    }

    private static func add(_ counts: SimulatorCounts, to table: inout Table) {
        table.add("pushes refused", Number.text(Double(counts.refused)), limit: .none(counts.refused))
        table.add(
            "objections of devices", Number.text(Double(counts.objections)), limit: .none(counts.objections))
    }

    private static func add(_ megabytes: Double, before: Double, to table: inout Table) {
        table.add("resident memory, loaded", Number.text(before, digits: 1) + " MB")
        table.add(
            "resident memory, at the end", Number.text(megabytes, digits: 1) + " MB",
            limit: .atMost(mostMegabytes, megabytes, unit: " MB"))
    }
}
