import ActivityResolver
import Relay

/// What resolving an event costs, against decoding its JSON text.
enum ResolverBenchmark: Benchmark {
    static let name = "resolver"

    private static let rounds = 15
    /// How often a round goes through all events.
    private static let passes = 40
    private static let highestRatio = 1.0

    static func run(in folder: TemporaryFolder) throws -> Table {
        let story = try EventStory()
        var decoding: [Double] = []
        var resolving: [Double] = []
        var found = 0
        for _ in 0..<rounds {
            decoding.append(try nanoseconds(story) { found &+= try story.decodeAll() })
            resolving.append(nanoseconds(story) { found &+= story.resolveAll() })
        }
        guard found != 0 else { throw BenchmarkFailure("nothing was decoded and nothing pushed") }
        return table(decoding, resolving, story)
    }

    /// What one event takes, where `body` goes through all of them once.
    private static func nanoseconds(_ story: EventStory, _ body: () throws -> Void) rethrows -> Double {
        let seconds = try Stopwatch.seconds {
            for _ in 0..<passes { try body() }
        }
        return seconds / Double(passes * story.count) * 1e9
    }

    private static func table(_ decoding: [Double], _ resolving: [Double], _ story: EventStory) -> Table {
        var table = Table(
            """
            an event of \(story.meanBytes) bytes, \(rounds) rounds of \(Number.text(Double(passes * story.count))) \
            events, in turns; \(story.resolveAll()) pushes from \(Number.text(Double(story.count))) events
            """)
        let ratio = zip(resolving, decoding).map { $0 / $1 }.median
        table.add("decode", Number.text(decoding.median) + " ns", ratio: 1)
        table.add(
            "resolve", Number.text(resolving.median) + " ns", ratio: ratio, limit: .atMost(highestRatio, ratio))
        return table
    }
}
