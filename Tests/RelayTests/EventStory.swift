import TestSupport

/// A story of one activity, t of subscriber u: random events over about an hour, the same for the same seed.
struct EventStory {
    /// An event, and how many seconds after the one before it comes.
    struct Step {
        var pause: Double
        var json: String
    }

    private(set) var steps: [Step] = []
    private var generator: SeededGenerator
    private var now: Double
    private var progress = 0.0
    private var attempt = 1

    /// A story of so many events that begins at `zero`, Unix seconds; with `restarts` the job may begin anew in it.
    init(seed: Int, from zero: Double, events: Int = 120, restarts: Bool = true) {
        generator = SeededGenerator(seed: UInt64(seed))
        now = zero
        add("\"type\":\"start\"", after: 0)
        for _ in 1..<events {
            let pause = nextPause()
            now += pause
            add(nextEvent(restarts: restarts), after: pause)
        }
        if chance(2) { add("\"type\":\"complete\",\"alert\":{\"title\":\"Your track\"}", after: nextPause()) }
    }

    private mutating func add(_ members: String, after pause: Double) {
        steps.append(Step(pause: pause, json: "{\"conversionId\":\"t\",\"subscriberId\":\"u\",\(members)}"))
    }

    private mutating func chance(_ of: UInt64) -> Bool { generator.next() % of == 0 }

    private mutating func number(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &generator)
    }

    private mutating func nextPause() -> Double {
        switch generator.next() % 4 {
        case 0: number(0.1...2)
        case 1: number(2...20)
        default: number(10...60)
        }
    }

    private mutating func nextEvent(restarts: Bool) -> String {
        switch generator.next() % 16 {
        case 0: "\"type\":\"pause\""
        case 1, 2: "\"type\":\"resume\""
        case 3: "\"status\":\"queued\",\"queuePosition\":\(1 + generator.next() % 9)"
        case 4: "\"trackTitle\":\"Take \(generator.next() % 4)\""
        case 5: "\"alert\":{\"title\":\"Bell \(generator.next() % 1000)\"}"
        case 6: "\"boundary\":{\"at\":\(now + number(1...90)),\"subtitle\":\"Part \(generator.next() % 9)\"}"
        case 7: "\"extra\":{\"bpm\":\(generator.next() % 200)}"
        case 8: "\"displayStatus\":\"Verse \(generator.next() % 3)\""
        case 9 where restarts && chance(4): nextAttempt()
        default: nextProgress()
        }
    }

    private mutating func nextAttempt() -> String {
        attempt += 1
        progress = 0
        return "\"attempt\":\(attempt)"
    }

    private mutating func nextProgress() -> String {
        progress = min(0.99, progress + number(0...0.02))
        let eta = now + number(-20...900)
        let status = progress < 0.7 ? "generating" : "finalizing"
        let date = chance(2) ? ",\"estimatedCompletionDate\":\(eta)" : ""
        return "\"status\":\"\(status)\",\"progress\":\(progress)\(date)"
    }
}
