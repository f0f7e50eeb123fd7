import JSON

/// Makes a recording of many activities side by side: queues, pauses, ETAs, labels, repeated events, subscribers who
/// start a second one, and all kinds of ends. The same one in every run.
struct RecordingGenerator: ~Copyable {
    private var random = SeededRandom(seed: 42)
    private var writer = JSONWriter(capacity: 32 * 1024 * 1024)
    private var now = 1_767_225_600.0
    private var told: [Int]
    private let eventsEach: Int
    /// Fewer than activities, so that some starts supersede what their subscriber has.
    private let subscribers: Int

    init(activities: Int, eventsEach: Int) {
        told = Array(repeating: 0, count: activities)
        self.eventsEach = eventsEach
        subscribers = activities * 19 / 20
    }

    /// All lines.
    mutating func recording() -> [UInt8] {
        var going = Array(told.indices)
        while let place = going.indices.randomElement(using: &random) {
            let activity = going[place]
            now += Double.random(in: 0..<0.2, using: &random)
            line(of: activity)
            told[activity] += 1
            if told[activity] == eventsEach {
                going.swapAt(place, going.count - 1)
                going.removeLast()
            }
        }
        return writer.bytes
    }

    private mutating func line(of activity: Int) {
        let index = told[activity]
        writer.beginObject()
        writer.member("at", (now * 1000).rounded() / 1000)
        writer.key("event")
        writer.beginObject()
        writer.member("conversionId", "gen-" + Number.padded(activity, to: 6))
        writer.member("subscriberId", "user-" + Number.padded(activity % subscribers, to: 6))
        // Now and then a backend says a thing twice.
        let isRepeated = index > 1 && Int.random(in: 0..<50, using: &random) == 0
        writer.member("eventId", "evt-\(activity)-\(isRepeated ? index - 1 : index)")
        writer.member("type", type(index, activity))
        writer.member("occurredAt", ((now - 0.05) * 1000).rounded() / 1000)
        writer.member("sequence", index + 1)
        content(index, activity)
        writer.endObject()
        writer.endObject()
        writer.newline()
    }

    private func type(_ index: Int, _ activity: Int) -> String {
        switch index {
        case 0: "start"
        case 40 where activity % 10 == 3: "pause"
        case 42 where activity % 10 == 3: "resume"
        case eventsEach - 1: ["complete", "complete", "fail", "cancel"][activity % 4]
        default: "update"
        }
    }

    private mutating func content(_ index: Int, _ activity: Int) {
        let share = Double(index) / Double(eventsEach)
        writer.member("trackTitle", "Midnight drive, take \(index / 25 + 1)")
        if index < 5 {
            writer.member("queuePosition", 5 - index)
            return
        }
        writer.member("status", status(share, activity))
        writer.member("progress", (share * 10_000).rounded() / 10_000)
        if index % 4 == 1 {
            let eta = now + (1 - share) * 1000 + Double.random(in: -20..<20, using: &random)
            writer.member("estimatedCompletionDate", eta.rounded())
        }
    }

    private func status(_ share: Double, _ activity: Int) -> String {
        if share < 0.1 { return "starting" }
        if share < 0.7 { return activity % 3 == 0 ? "Mixing the vocals" : "generating" }
        return "finalizing"
    }
}
