import Glibc
import HTTPServer

/// From the post of an event to the message of it: 1,000 readers against 10, of the same events.
enum StreamsBenchmark: Benchmark {
    static let name = "streams"

    /// What is followed, by a tenth of the readers each; each changes ten times a second.
    static let activities = (0..<10).map { "gen-\($0)" }
    private static let updatesPerSecond = 10
    private static let seconds = 5
    private static let rounds = 5
    private static let few = 10
    private static let many = 1000
    private static let mostTimes = 5.0
    private static let mostMegabytes = 64.0

    static func run(in folder: TemporaryFolder) throws -> Table {
        DescriptorLimit.raise()
        let relay = try RelayUnderTest(in: folder)
        defer { relay.stop() }
        let poster = try EventPoster(port: relay.port)
        for activity in activities { try post(activity, title: "none", poster) }
        let megabytes = relay.megabytes
        var few: [Turn] = []
        var many: [Turn] = []
        for _ in 0..<rounds {
            few.append(try Turn(of: Self.few, poster, relay))
            many.append(try Turn(of: Self.many, poster, relay))
        }
        return table(few, many, megabytes: megabytes)
    }

    /// What so many readers were told, and how late.
    private struct Turn {
        var delay: Latency
        var missing: Int
        var cpu: Double
        var megabytes: Double

        init(of readers: Int, _ poster: EventPoster, _ relay: RelayUnderTest) throws {
            let posts = PostTimes()
            let all = try StreamReaders(readers, of: activities, port: relay.port, posts)
            let before = relay.cpuSeconds
            all.begin()
            try postAll(posts, poster)
            all.end()
            delay = Latency(all.delays)
            missing = activities.count * updatesPerSecond * seconds * readers / activities.count - all.delays.count
            cpu = (relay.cpuSeconds - before) / Double(seconds)
            megabytes = relay.megabytes
        }
    }

    private static func postAll(_ posts: PostTimes, _ poster: EventPoster) throws {
        let begin = Stopwatch.monotonic
        let perSecond = activities.count * updatesPerSecond
        for place in 0..<(perSecond * seconds) {
            let due = begin + Double(place) / Double(perSecond)
            let rest = due - Stopwatch.monotonic
            if rest > 0 { usleep(UInt32(rest * 1e6)) }
            let number = posts.note(Stopwatch.monotonic)
            try post(activities[place % activities.count], title: "\(number)", poster)
        }
        posts.finish()
    }

    private static func post(_ activity: String, title: String, _ poster: EventPoster) throws {
        let event = #"{"conversionId":"\#(activity)","status":"generating","progress":0.5,"trackTitle":"\#(title)"}"#
        let answer = try poster.post(Array(event.utf8), type: "application/json")
        guard answer.status == 202 else { throw BenchmarkFailure("an event was answered \(answer.status)") }
    }

    private static func table(_ few: [Turn], _ many: [Turn], megabytes: Double) -> Table {
        var table = Table(
            "\(activities.count) activities, \(updatesPerSecond) updates a second each, \(rounds) rounds of \(seconds) s, "
                + "in turns; from the post to the message")
        let ratio = zip(many, few).map { $0.delay.p99 / $1.delay.p99 }.median
        add(few, "\(Self.few) readers", to: &table)
        add(many, "\(Number.text(Double(Self.many))) readers", ratio: ratio, to: &table)
        let missing = (few + many).reduce(0) { $0 + $1.missing }
        table.add("messages missing", Number.text(Double(missing)), limit: .none(missing))
        table.add("resident memory, without readers", Number.text(megabytes, digits: 1) + " MB")
        let most = many.map(\.megabytes).max() ?? .nan
        table.add(
            "  with \(Number.text(Double(Self.many)))", Number.text(most, digits: 1) + " MB",
            limit: .atMost(mostMegabytes, most, unit: " MB"))
        return table
    }

    private static func add(_ turns: [Turn], _ name: String, ratio: Double? = nil, to table: inout Table) {
        let text = { (values: [Double]) in Number.text(values.median * 1000, digits: 2) + " ms" }
        table.add("\(name), p50", text(turns.map(\.delay.p50)))
        table.add(
            "  p99", text(turns.map(\.delay.p99)), ratio: ratio, limit: ratio.map { .atMost(mostTimes, $0) })
        table.add("  CPU", Number.text(turns.map(\.cpu).median * 100, digits: 1) + " %")
    }
}
