/// How many pushes arrive in a second while the relay is given as many events as it takes.
struct Throughput {
    private static let rounds = 5
    private static let load = Load(connections: 64, seconds: 4)

    private var measured: [Round] = []

    /// One turn of the plain loop and one of the relay.
    private struct Round {
        var loopPerSecond: Double
        var arrivedPerSecond: Double
        var events: LoadResult
        /// CPU time that the relay took, seconds.
        var cpuSeconds: Double
        /// Pushes that arrived.
        var arrived: Int

        var cpuMicroseconds: Double { cpuSeconds / Double(arrived) * 1e6 }
        var ratio: Double { arrivedPerSecond / loopPerSecond }
    }

    init(
        _ relay: RelayUnderTest, _ simulator: SimulatorPeer, _ loop: CLoop, activities: Int, in folder: TemporaryFolder
    ) throws {
        let generator = try LoadGenerator(activities: activities, in: folder)
        for _ in 0..<Self.rounds {
            measured.append(try Self.round(relay, simulator, loop, generator))
            relay.settle()
            try simulator.waitUntilQuiet()
        }
    }

    private static func round(
        _ relay: RelayUnderTest, _ simulator: SimulatorPeer, _ loop: CLoop, _ generator: LoadGenerator
    ) throws -> Round {
        let loopPerSecond = try loop.rate()
        let before = (cpu: relay.cpuSeconds, accepted: try simulator.counts().accepted, at: Stopwatch.monotonic)
        let events = try generator.run(load, port: relay.port)
        let arrived = try simulator.counts().accepted - before.accepted
        let seconds = Stopwatch.monotonic - before.at
        return Round(
            loopPerSecond: loopPerSecond, arrivedPerSecond: Double(arrived) / seconds, events: events,
            cpuSeconds: relay.cpuSeconds - before.cpu, arrived: arrived)
    }

    /// How many pushes arrived in a second.
    var pushesPerSecond: Double { measured.map(\.arrivedPerSecond).median }

    /// What was done.
    var heading: String {
        "wrk -t1 with \(Self.load.connections) connections, \(Self.rounds) rounds of \(Self.load.seconds) s"
    }

    /// Adds its lines.
    func add(to table: inout Table, lowestRatio: Double) {
        let ratio = measured.map(\.ratio).median
        table.add("plain C libcurl loop alone", rate(\.loopPerSecond), ratio: 1)
        table.add(
            "pushes that arrived", rate(\.arrivedPerSecond), ratio: ratio, limit: .atLeast(lowestRatio, ratio))
        let cpu = Number.text(measured.map(\.cpuMicroseconds).median, digits: 1)
        table.add("  CPU of the relay for a push", cpu + " µs")
        table.add("events that were taken", rate(\.events.perSecond))
        let failures = measured.reduce(0) { $0 + $1.events.failures }
        table.add("requests not answered 2xx", Number.text(Double(failures)), limit: .none(failures))
    }

    private func rate(_ value: (Round) -> Double) -> String {
        Number.text(measured.map(value).median) + "/s"
    }
}
