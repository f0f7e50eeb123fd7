/// What a relay holds after 50,000 webhooks, of what it held after 10,000.
enum SteadyBenchmark: Benchmark {
    static let name = "steady"

    private static let activities = 1000
    private static let rounds = (warming: 10, measured: 50)
    private static let mostMegabytes = 4.0

    /// What a relay holds.
    private struct Holdings {
        let megabytes: Double
        let descriptors: Int

        init(_ relay: RelayUnderTest) {
            megabytes = relay.megabytes
            descriptors = relay.descriptors
        }
    }

    static func run(in folder: TemporaryFolder) throws -> Table {
        let receiver = try NghttpdPeer(in: folder)
        defer { receiver.stop() }
        let policy = #","policy":{"minPushInterval":0,"ordinaryInterval":0}"#
        let relay = try RelayUnderTest(
            in: folder, configuration: HookConfiguration.text(receiver, in: folder, more: policy))
        defer { relay.stop() }
        let poster = try EventPoster(port: relay.port)
        for round in 1...rounds.warming { try push(round, poster) }
        let before = Holdings(relay)
        let timing = try Stopwatch.timing {
            for round in rounds.warming + 1...rounds.warming + rounds.measured { try push(round, poster) }
        }
        return table(before, Holdings(relay), seconds: timing.elapsed)
    }

    /// Lets each activity come a step further, and waits until all have been pushed.
    private static func push(_ round: Int, _ poster: EventPoster) throws {
        let lines = (0..<activities).map { #"{"conversionId":"t-\#($0)","progress":\#(Double(round) / 100)}"# }
        let answer = try poster.post(Array(lines.joined(separator: "\n").utf8), type: "application/x-ndjson")
        guard answer.status == 200 else { throw BenchmarkFailure("events were answered \(answer.status)") }
        try PushWaiter.wait(for: round, of: "t-\(activities - 1)", poster)
    }

    private static func table(_ before: Holdings, _ after: Holdings, seconds: Double) -> Table {
        let pushes = activities * rounds.measured
        var table = Table("\(Number.text(Double(pushes))) webhooks of \(activities) activities to nghttpd")
        table.add("pushes", Number.text(Double(pushes) / seconds) + "/s")
        let growth = after.megabytes - before.megabytes
        table.add("resident memory before", Number.text(before.megabytes, digits: 1) + " MB")
        table.add(
            "resident memory, growth", Number.text(growth, digits: 1) + " MB",
            limit: .atMost(mostMegabytes, growth, unit: " MB"))
        let more = max(0, after.descriptors - before.descriptors)
        table.add("descriptors before", Number.text(Double(before.descriptors)))
        table.add("descriptors and connections, more", Number.text(Double(more)), limit: .none(more))
        return table
    }
}
