import Glibc

/// Events taken in over HTTP, stored durably and pushed, against an nginx that answers the same requests with 200.
enum ServerBenchmark: Benchmark {
    static let name = "server"

    private static let activities = 100_000
    private static let rounds = 5
    private static let connections = 64
    private static let seconds = 4
    private static let lowestRatio = 0.15
    private static let mostMegabytes = 64.0
    /// Other numbers of connections, looked at once and shorter.
    private static let otherConnections = [16, 256]
    private static let otherSeconds = 2

    static func run(in folder: TemporaryFolder) throws -> Table {
        let load = try LoadGenerator(activities: activities, in: folder)
        let nginx = try NginxPeer(in: folder)
        defer { nginx.stop() }
        let relay = try RelayUnderTest(in: folder)
        defer { relay.stop() }
        try ActivityLoader.load(activities, port: relay.port)
        let megabytesBefore = relay.megabytes
        try ActivityLoader.checkThatAnEventIsPushed(port: relay.port)
        relay.settle()
        let measured = try (0..<rounds).map { _ in
            try Round(load, nginx, relay, connections: connections, seconds: seconds)
        }
        let others = try otherConnections.map { try Round(load, nginx, relay, connections: $0, seconds: otherSeconds) }
        return table(measured, others, megabytes: (megabytesBefore, relay.megabytes))
    }

    private static func table(
        _ rounds: [Round], _ others: [Round], megabytes: (before: Double, after: Double)
    ) -> Table {
        var table = Table(
            """
            \(Number.text(Double(activities))) activities, wrk -t1, \(rounds.count) rounds of \(seconds) s each, \
            nginx and the relay in turns
            """)
        let ratio = rounds.map(\.ratio).median
        table.add("nginx, return 200, \(connections) connections", rate(rounds.map(\.nginx.perSecond)), ratio: 1)
        table.add(
            "relay, \(connections) connections", rate(rounds.map(\.relay.perSecond)), ratio: ratio,
            limit: .atLeast(lowestRatio, ratio))
        table.add("  POST p50", milliseconds(rounds.map(\.relay.p50)))
        table.add("  POST p99", milliseconds(rounds.map(\.relay.p99)))
        table.add("  CPU for an event", Number.text(rounds.map(\.cpuMicroseconds).median, digits: 1) + " µs")
        for round in others { add(round, to: &table) }
        let failed = Double((rounds + others).reduce(0) { $0 + $1.failures })
        table.add("answers other than 2xx, lost ones", Number.text(failed), limit: .atMost(0, failed))
        table.add("resident memory, loaded", memory(megabytes.before))
        table.add(
            "resident memory, at the end", memory(megabytes.after),
            limit: .atMost(mostMegabytes, megabytes.after, unit: " MB"))
        return table
    }

    private static func add(_ round: Round, to table: inout Table) {
        table.add("relay, \(round.connections) connections, once", rate([round.relay.perSecond]), ratio: round.ratio)
        table.add("  POST p50", milliseconds([round.relay.p50]))
        table.add("  POST p99", milliseconds([round.relay.p99]))
    }

    private static func rate(_ values: [Double]) -> String {
        Number.text(values.median) + "/s"
    }

    private static func milliseconds(_ microseconds: [Double]) -> String {
        Number.text(microseconds.median / 1000, digits: 2) + " ms"
    }

    private static func memory(_ megabytes: Double) -> String {
        Number.text(megabytes, digits: 1) + " MB"
    }
}
