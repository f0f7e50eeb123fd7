import ActivityResolver
import JSON
import Relay

/// The events of one activity's life, as text and as values: progress that rises and an ETA that moves a little.
struct EventStory {
    private let start: Event
    private let bodies: [[UInt8]]
    private let events: [Event]
    private let rules = Rules()
    private let decoder = EventDecoder()

    private static let begin = 1_767_225_600.0
    private static let duration = 1200.0
    private static let eventCount = 1000

    init() throws {
        start = try decoder.decode(Self.body(0))
        bodies = (1...Self.eventCount).map(Self.body)
        events = try bodies.map { [decoder] in try decoder.decode($0) }
    }

    /// How many events there are besides the start.
    var count: Int { events.count }

    /// How long they are on average.
    var meanBytes: Int { bodies.reduce(0) { $0 + $1.count } / bodies.count }

    private static func instant(_ index: Int) -> Double {
        begin + duration * Double(index) / Double(eventCount)
    }

    private static func body(_ index: Int) -> [UInt8] {
        let share = Double(index) / Double(eventCount)
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("conversionId", "gen-0000042")
        writer.member("subscriberId", "user-0000042")
        writer.member("eventId", "evt-" + Number.padded(index, to: 8))
        writer.member("type", index == 0 ? "start" : "update")
        writer.member("occurredAt", (instant(index) - 0.125))
        writer.member("sequence", index)
        writer.member("status", share < 0.7 ? "generating" : "finalizing")
        writer.member("progress", share * 0.95)
        writer.member("estimatedCompletionDate", begin + duration + Double(index % 7))
        writer.member("trackTitle", "Midnight drive")
        writer.endObject()
        return writer.take()
    }

    /// Decodes each event once; gives a number that depends on what was read.
    func decodeAll() throws -> Int {
        var sum = 0
        for body in bodies { sum &+= try decoder.decode(body).sequence ?? 0 }
        return sum
    }

    /// Resolves each event once, from a fresh start on; gives how many pushes they led to.
    func resolveAll() -> Int {
        var (activity, effect) = Activity.begin(with: start, at: Self.begin, rules)
        var deliveries = [Delivery(target: "log", kind: .plain)]
        var pushes = plan(effect, &activity, &deliveries, at: Self.begin)
        for (index, event) in events.enumerated() {
            let now = Self.instant(index + 1)
            let admission = activity.admission(of: event, isSeen: false, at: now, rules)
            effect = activity.take(event, isLate: admission == .late, at: now, rules)
            pushes += plan(effect, &activity, &deliveries, at: now)
        }
        return pushes
    }

    private func plan(
        _ effect: Activity.Effect, _ activity: inout Activity, _ deliveries: inout [Delivery], at now: Double
    ) -> Int {
        guard case .news(let change) = effect else { return 0 }
        return activity.plan(change, for: &deliveries, at: now, rules).count
    }
}
