/// A relay under half of the highest rate that it has here, for long: activities begin, go on and end, streams are read and
/// metrics fetched, and what it holds stays as it is.
///
/// The last of its windows are held against the first ones after those in which it grows to its size. Runs of less than
/// `SoakVerdict.longRun` seconds are judged by what does not depend on the machine's speed, or on a whole round of the
/// history's pruning: memory, descriptors, the write-ahead log, answers. Latency, CPU time, rate and the store's size are
/// printed then, and judged in longer ones.
enum SoakBenchmark: LastingBenchmark {
    static let name = "soak"
    static let usualSeconds = 1800
    static let fewestSeconds = 30

    private static let windows = 10
    private static let share = 0.5
    /// Seconds between two events of an activity.
    private static let pace = 0.5
    /// Subscribers while the highest rate is looked for.
    private static let subscribersAtFirst = 2000
    /// How long it is looked for at most, seconds.
    private static let longestBurst = 10.0
    /// Requests between two looks at the clock then.
    private static let piece = 1000

    /// Everything of an activity is gone some seconds after its end, so that the store can stay as large as it is. Its card
    /// goes at once, else the subscriber's next one would take it away by a second end, which devices object to.
    private static let policy = """
        {"minPushInterval":0.5,"ordinaryInterval":1,"silenceTimeout":5,"queueTimeout":5,"maxLifetime":20,"retention":3,\
        "dismissAfter":{"completed":0,"failed":0,"cancelled":0}}
        """

    static func run(in folder: TemporaryFolder, seconds: Int) throws -> Table {
        let simulator = try SimulatorPeer(in: folder)
        defer { simulator.stop() }
        let relay = try RelayUnderTest(in: folder, configuration: configuration(simulator))
        defer { relay.stop() }
        let watch = try SoakWatch(relay)
        let measured = Result { try measure(relay, watch, seconds: Double(seconds)) }
        let streamsCut = watch.end()
        let (highest, windows) = try measured.get()
        try simulator.waitUntilQuiet()
        let verdict = SoakVerdict(
            windows: windows, highestPerSecond: highest, perSecond: highest * share, seconds: seconds)
        return verdict.table(pushes: try simulator.counts(), streamsCut: streamsCut, metricsOdd: watch.oddMetrics)
    }

    /// The highest rate, requests a second, and what was seen at half of it.
    private static func measure(
        _ relay: RelayUnderTest, _ watch: SoakWatch, seconds: Double
    ) throws -> (highest: Double, windows: [SoakWindow]) {
        let load = try PacedLoad(port: relay.port)
        let burst = min(longestBurst, seconds / 12)
        let highest = try highestRate(load, seconds: burst)
        let windows = try measure(
            load, watch, perSecond: highest * share, seconds: (seconds - burst) / Double(Self.windows))
        return (highest, windows)
    }

    private static func configuration(_ simulator: SimulatorPeer) throws -> String {
        let text = File.text(of: simulator.relayFile)
        guard let end = text.lastIndex(of: "}") else {
            throw BenchmarkFailure("\(simulator.relayFile) is no configuration")
        }
        return text[..<end] + ",\"policy\":\(policy)}"
    }

    /// How many requests are answered in a second where each follows on an answer.
    private static func highestRate(_ load: PacedLoad, seconds: Double) throws -> Double {
        var story = SoakStory(named: "first", subscribers: subscribersAtFirst)
        let begin = Stopwatch.monotonic
        var count = 0
        while Stopwatch.monotonic - begin < seconds {
            let result = try load.run(piece, perSecond: .infinity) { _ in story.next() }
            guard result.refused == 0 else {
                throw BenchmarkFailure("\(result.refused) requests were answered otherwise than 2xx")
            }
            count += piece
        }
        return Double(count) / (Stopwatch.monotonic - begin)
    }

    private static func measure(
        _ load: PacedLoad, _ watch: SoakWatch, perSecond: Double, seconds: Double
    ) throws -> [SoakWindow] {
        var story = SoakStory(named: "then", subscribers: max(1, Int(perSecond * pace)))
        let count = max(1, Int(perSecond * seconds))
        _ = watch.takeSamples()
        SoakWindow.printTitles()
        return try (1...windows).map { number in
            let before = (at: Stopwatch.monotonic, cpu: watch.cpuSeconds)
            let result = try load.run(count, perSecond: perSecond) { _ in story.next() }
            let window = SoakWindow(
                number: number, perSecond: Double(count) / (Stopwatch.monotonic - before.at),
                cpuMicroseconds: (watch.cpuSeconds - before.cpu) / Double(count) * 1e6, refused: result.refused,
                waits: result.waits, samples: watch.takeSamples())
            window.print()
            return window
        }
    }
}
