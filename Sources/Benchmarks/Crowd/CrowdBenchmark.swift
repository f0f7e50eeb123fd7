import HTTPServer

/// An ordinary client alone, then beside connections that wait, that send a byte now and then, and that never read what
/// they asked for.
enum CrowdBenchmark: Benchmark {
    static let name = "crowd"

    private static let rounds = 5
    private static let seconds = 3.0
    private static let mostTimes = 2.0
    private static let mostMegabytes = 256.0
    /// How many events a request has that fills the relay: their texts are long.
    private static let filling = 25

    static func run(in folder: TemporaryFolder) throws -> Table {
        DescriptorLimit.raise()
        let relay = try RelayUnderTest(in: folder)
        defer { relay.stop() }
        let client = try EventPoster(port: relay.port)
        try fill(client)
        _ = try Turn(client, relay)
        var alone: [Turn] = []
        var beside: [Turn] = []
        var lost = 0
        for _ in 0..<rounds {
            alone.append(try Turn(client, relay))
            let crowd = try Crowd(port: relay.port)
            relay.settle()
            let turn = Result { try Turn(client, relay) }
            lost += crowd.end()
            beside.append(try turn.get())
        }
        return table(alone, beside, lost: lost)
    }

    /// As many activities as a list has, of 9 KB each: one list is more than the system takes for a reader.
    private static func fill(_ client: EventPoster) throws {
        // One character of 25 bytes: texts are bounded in characters.
        let text = String(repeating: "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}", count: 120)
        let texts = #""trackTitle":"\#(text)","subtitle":"\#(text)","subtitleOverflow":"\#(text)""#
        for first in stride(from: 0, to: Crowd.listed, by: filling) {
            let events = (first..<first + filling).map { #"{"conversionId":"long-\#($0)",\#(texts)}"# }
            let answer = try client.post(Array("[\(events.joined(separator: ","))]".utf8), type: "application/json")
            guard answer.status == 200 else { throw BenchmarkFailure("filling was answered \(answer.status)") }
        }
    }

    /// What one client was given that posts an event after the other.
    private struct Turn {
        var answers: Latency
        /// Answers that were not 202.
        var odd = 0
        var megabytes: Double
        /// What the relay holds for its clients, MB: what they do not take.
        var heldMegabytes: Double

        init(_ client: EventPoster, _ relay: RelayUnderTest) throws {
            let end = Stopwatch.monotonic + CrowdBenchmark.seconds
            var times: [Double] = []
            while Stopwatch.monotonic < end {
                let event = #"{"conversionId":"ordinary","status":"generating","trackTitle":"take \#(times.count)"}"#
                let sentAt = Stopwatch.monotonic
                let answer = try client.post(Array(event.utf8), type: "application/json")
                times.append(Stopwatch.monotonic - sentAt)
                if answer.status != 202 { odd += 1 }
            }
            answers = Latency(times)
            megabytes = relay.megabytes
            heldMegabytes = try CrowdBenchmark.heldMegabytes(client)
        }
    }

    private static func heldMegabytes(_ client: EventPoster) throws -> Double {
        let name = "relay_http_held_bytes "
        let line = try client.get("/metrics").split(separator: "\n").first { $0.hasPrefix(name) }
        guard let bytes = line.flatMap({ Double($0.dropFirst(name.count)) }) else {
            throw BenchmarkFailure("the relay's metrics do not tell \(name)")
        }
        return bytes / 1024 / 1024
    }

    private static func table(_ alone: [Turn], _ beside: [Turn], lost: Int) -> Table {
        var table = Table(
            """
            one client that posts an event after the other, \(rounds) rounds of \(Number.text(seconds)) s, in turns \
            alone and beside \(Crowd.text)
            """)
        let ratio = zip(beside, alone).map { $0.answers.p99 / $1.answers.p99 }.median
        add(alone, "alone", to: &table)
        add(beside, "beside them", ratio: ratio, to: &table)
        let odd = (alone + beside).reduce(0) { $0 + $1.odd }
        table.add("answers other than 202", Number.text(Double(odd)), limit: .none(odd))
        table.add("slow requests not answered 200", Number.text(Double(lost)), limit: .none(lost))
        let held = beside.map(\.heldMegabytes).min() ?? .nan
        table.add("held for those that never read", Number.text(held, digits: 1) + " MB", limit: .atLeast(1, held))
        let most = beside.map(\.megabytes).max() ?? .nan
        table.add("resident memory, alone", Number.text(alone.map(\.megabytes).median, digits: 1) + " MB")
        table.add(
            "  beside them", Number.text(most, digits: 1) + " MB", limit: .atMost(mostMegabytes, most, unit: " MB"))
        return table
    }

    private static func add(_ turns: [Turn], _ name: String, ratio: Double? = nil, to table: inout Table) {
        let text = { (values: [Double]) in Number.text(values.median * 1000, digits: 2) + " ms" }
        table.add("\(name), p50", text(turns.map(\.answers.p50)))
        table.add(
            "  p99", text(turns.map(\.answers.p99)), ratio: ratio, limit: ratio.map { .atMost(mostTimes, $0) })
    }
}
