import Glibc

/// Events taken in over HTTP, stored durably and pushed, against an nginx that answers the same requests with 200.
enum ServerBenchmark: Benchmark {
    static let name = "server"

    private static let activities = 100_000
    private static let rounds = 5
    /// So few that each gets some events a second, and a push tells of many of them.
    private static let busyActivities = 2_000
    /// What is measured in rounds.
    private static let loads = [
        Load(connections: 64, seconds: 4), Load(connections: 256, seconds: 4),
        Load(connections: 64, seconds: 4, activities: busyActivities),
        Load(connections: 256, seconds: 4, activities: busyActivities),
    ]
    private static let lowestRatio = 0.2
    private static let mostMegabytes = 64.0
    /// Other loads, looked at once.
    private static let others = [
        Load(connections: 16, seconds: 2), Load(connections: 64, seconds: 2, hasEventIds: true),
        Load(connections: 1, seconds: 2, activities: busyActivities),
        Load(connections: 16, seconds: 2, activities: busyActivities),
    ]
    /// A load of which each answer is looked at.
    private static let check = Load(connections: 64, seconds: 1, checksEachStatus: true)

    static func run(in folder: TemporaryFolder) throws -> Table {
        let generator = try LoadGenerator(activities: activities, in: folder)
        let nginx = try NginxPeer(in: folder)
        defer { nginx.stop() }
        let relay = try RelayUnderTest(in: folder)
        defer { relay.stop() }
        try ActivityLoader.load(activities, port: relay.port)
        let megabytesBefore = relay.megabytes
        try ActivityLoader.checkThatAnEventIsPushed(port: relay.port)
        relay.settle()
        let measured = try (0..<rounds).flatMap { _ in
            try loads.map { try Round($0, by: generator, nginx, relay) }
        }
        let others = try others.map { try Round($0, by: generator, nginx, relay) }
        let failures = try generator.run(check, port: relay.port).failures
        return table(measured, others, failures: failures, megabytes: (megabytesBefore, relay.megabytes))
    }

    private static func table(
        _ rounds: [Round], _ others: [Round], failures: Int, megabytes: (before: Double, after: Double)
    ) -> Table {
        var table = Table(
            """
            \(Number.text(Double(activities))) activities, wrk -t1, \(self.rounds) rounds of \(loads[0].seconds) s each, \
            nginx and the relay in turns
            """)
        for load in loads {
            let rounds = rounds.filter { $0.load == load }
            table.add("nginx, return 200, \(name(load))", rate(rounds.map(\.nginx.perSecond)), ratio: 1)
            add(rounds, "", limit: .atLeast(lowestRatio, rounds.map(\.ratio).median), to: &table)
        }
        for round in others { add([round], ", once", limit: nil, to: &table) }
        let failures = (rounds + others).reduce(failures) { $0 + $1.failures }
        table.add("requests not answered 2xx", Number.text(Double(failures)), limit: .none(failures))
        table.add("resident memory, loaded", memory(megabytes.before))
        table.add(
            "resident memory, at the end", memory(megabytes.after),
            limit: .atMost(mostMegabytes, megabytes.after, unit: " MB"))
        return table
    }

    private static func add(_ rounds: [Round], _ note: String, limit: Limit?, to table: inout Table) {
        table.add(
            "relay, \(name(rounds[0].load))\(note)", rate(rounds.map(\.relay.perSecond)),
            ratio: rounds.map(\.ratio).median, limit: limit)
        table.add("  POST p50", milliseconds(rounds.map(\.relay.p50)))
        table.add("  POST p99", milliseconds(rounds.map(\.relay.p99)))
        table.add("  CPU for an event", Number.text(rounds.map(\.cpuMicroseconds).median, digits: 1) + " µs")
    }

    private static func name(_ load: Load) -> String {
        let busy = load.activities.map { ", \(Number.text(Double($0))) activities" } ?? ""
        let connections = load.connections == 1 ? "1 connection" : "\(load.connections) connections"
        return "\(connections)\(busy)\(load.hasEventIds ? ", eventIds" : "")"
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
