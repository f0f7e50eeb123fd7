/// The benchmark `server` once more, with each push posted to an nghttpd on the same machine instead of written to a
/// file: only looked at, for the receiver takes its share of the machine.
enum WebhookBenchmark: Benchmark {
    static let name = "webhook"

    private static let activities = 100_000
    private static let rounds = 3
    private static let load = Load(connections: 64, seconds: 4)

    static func run(in folder: TemporaryFolder) throws -> Table {
        let generator = try LoadGenerator(activities: activities, in: folder)
        let receiver = try NghttpdPeer(in: folder)
        defer { receiver.stop() }
        let nginx = try NginxPeer(in: folder)
        defer { nginx.stop() }
        let relay = try RelayUnderTest(in: folder, configuration: HookConfiguration.text(receiver, in: folder))
        defer { relay.stop() }
        try ActivityLoader.load(activities, port: relay.port)
        // They were all pushed as they started; the last one's push is about the last.
        try PushWaiter.wait(for: 1, of: "gen-" + Number.padded(activities - 1, to: 7), EventPoster(port: relay.port))
        try ActivityLoader.checkThatAnEventIsPushed(port: relay.port)
        relay.settle()
        let measured = try (0..<rounds).map { _ in try Round(load, by: generator, nginx, relay) }
        return table(measured, megabytes: relay.megabytes)
    }

    private static func table(_ rounds: [Round], megabytes: Double) -> Table {
        var table = Table(
            """
            \(Number.text(Double(activities))) activities, \(load.connections) connections, \(rounds.count) rounds of \
            \(load.seconds) s each, each event pushed over HTTP/2 to nghttpd
            """)
        table.add("nginx, return 200", Number.text(rounds.map(\.nginx.perSecond).median) + "/s", ratio: 1)
        table.add(
            "relay with webhooks", Number.text(rounds.map(\.relay.perSecond).median) + "/s",
            ratio: rounds.map(\.ratio).median)
        table.add("  POST p50", Number.text(rounds.map(\.relay.p50).median / 1000, digits: 2) + " ms")
        table.add("  POST p99", Number.text(rounds.map(\.relay.p99).median / 1000, digits: 2) + " ms")
        table.add(
            "  CPU for an event", Number.text(rounds.map(\.cpuMicroseconds).median, digits: 1) + " µs")
        table.add("  resident memory, at the end", Number.text(megabytes, digits: 1) + " MB")
        let failures = rounds.reduce(0) { $0 + $1.failures }
        table.add("requests not answered 2xx", Number.text(Double(failures)), limit: .none(failures))
        return table
    }
}
