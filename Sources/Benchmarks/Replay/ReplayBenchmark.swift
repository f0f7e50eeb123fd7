/// A recording replayed in virtual time, against `jq -c .` that reads and writes the same file.
enum ReplayBenchmark: Benchmark {
    static let name = "replay"

    private static let rounds = 5
    private static let activities = 1000
    private static let eventsEach = 100
    private static let highestRatio = 1.0

    static func run(in folder: TemporaryFolder) throws -> Table {
        let jq = try Programs.installed("jq")
        let relay = try Programs.relay()
        let recording = folder.file("recording.jsonl")
        var generator = RecordingGenerator(activities: activities, eventsEach: eventsEach)
        try File.write(generator.recording(), to: recording)
        var jqSeconds: [Double] = []
        var relaySeconds: [Double] = []
        for _ in 0..<rounds {
            jqSeconds.append(try run(jq, ["-c", ".", recording], in: folder))
            relaySeconds.append(try run(relay, ["replay", recording], in: folder))
        }
        return table(jqSeconds, relaySeconds)
    }

    private static func run(_ program: String, _ arguments: [String], in folder: TemporaryFolder) throws -> Double {
        let errors = folder.file("errors")
        let seconds = try Stopwatch.seconds {
            let child = try ChildProcess(program, arguments, errors: errors)
            defer { child.stop() }
            try child.waitForSuccess()
        }
        let complaints = File.text(of: errors)
        guard complaints.isEmpty else { throw BenchmarkFailure("\(program) complains:\n\(complaints)") }
        return seconds
    }

    private static func table(_ jq: [Double], _ relay: [Double]) -> Table {
        let events = Number.text(Double(activities * eventsEach))
        var table = Table(
            "\(events) recorded events of \(Number.text(Double(activities))) activities, \(rounds) rounds, in turns")
        let ratio = zip(relay, jq).map { $0 / $1 }.median
        table.add("jq -c .", Number.text(jq.median, digits: 2) + " s", ratio: 1)
        table.add(
            "activity-relay replay", Number.text(relay.median, digits: 2) + " s", ratio: ratio,
            limit: .atMost(highestRatio, ratio))
        return table
    }
}
