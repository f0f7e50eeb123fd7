import ActivityResolver
import TestSupport

@testable import Relay

/// Histories of a few activities of two subscribers, plausible and hostile, the same for the same seed.
struct HistoryGenerator {
    private var generator: SeededGenerator
    private var now: Double
    private var told: [ToldEvent] = []
    private var stamp = 0
    private var sequence = 0
    private var registrations = 0
    private var pace = 0
    private var members: [ToldEvent.Member] = []

    private static let zero = 1_790_000_000.0
    private static let names = ["A", "A", "B", "B", "C", "D"]

    private init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        now = Self.zero
    }

    /// The history of that seed.
    static func history(seed: UInt64) throws -> History {
        var generator = HistoryGenerator(seed: seed)
        return try generator.make()
    }

    private mutating func make() throws -> History {
        var history = History(configuration: configuration())
        let count = Int.random(in: 3...24, using: &generator)
        for _ in 0..<count {
            now += pause()
            history.steps.append(History.Step(at: now, deed: try deed()))
        }
        return history
    }

    // MARK: Chance

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &generator)]
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    /// Milliseconds to hours, mostly of one kind for a while.
    private mutating func pause() -> Double {
        if chance(20) { pace = number(0...9) }
        switch pace {
        case 0: return chance(50) ? 0 : Double(number(1...1500)) / 1000
        case 1...4: return Double(number(1...90)) / 10
        case 5...7: return Double(number(1...240))
        case 8: return Double(number(1...40)) * 60
        default: return Double(number(1...10)) * 3600
        }
    }

    /// An instant about now, before or after it.
    private mutating func instant() -> Double {
        switch number(0...9) {
        case 0: now
        case 1: now - Double(number(1...4000))
        case 2: now + Double(number(1...2000)) / 1000
        case 3...5: now + Double(number(1...100))
        case 6: now + Double(number(1...40)) * 3600
        default: now + Double(number(10...1200))
        }
    }

    private mutating func text(_ name: String) -> String {
        stamp += 1
        return "\"\(name)/\(stamp)\""
    }

    // MARK: Configuration

    private mutating func configuration() -> String {
        if chance(40) { return "{}" }
        var policy: [String] = []
        func add(_ name: String, _ values: [String], _ index: Int) { policy.append("\"\(name)\":\(values[index])") }
        if chance(30) { add("minPushInterval", ["0.25", "2", "7"], number(0...2)) }
        if chance(30) { add("ordinaryInterval", ["0", "1", "20"], number(0...2)) }
        if chance(30) { add("nudgeInterval", ["1", "4", "60"], number(0...2)) }
        if chance(20) { add("nudgeStep", ["0.02", "0.2"], number(0...1)) }
        if chance(20) { add("progressStep", ["0", "0.1"], number(0...1)) }
        if chance(20) { add("etaStep", ["0", "30"], number(0...1)) }
        if chance(30) { add("urgentPerHour", ["0", "1", "3"], number(0...2)) }
        if chance(20) { add("silenceTimeout", ["40", "3000"], number(0...1)) }
        if chance(20) { add("queueTimeout", ["60", "600"], number(0...1)) }
        if chance(20) { add("staleAfter", ["20", "2000"], number(0...1)) }
        if chance(15) { add("maxLifetime", ["900", "4000"], number(0...1)) }
        if chance(25) { add("expectedDuration", ["30", "600"], number(0...1)) }
        if chance(15) { add("supersede", ["false"], 0) }
        if chance(20) { add("dismissAfter", ["{\"completed\":0}", "{\"cancelled\":600}"], number(0...1)) }
        if chance(20) { add("retention", ["600", "4000"], number(0...1)) }
        let label = chance(15) ? ",\"pausedLabel\":null" : ""
        return "{\"policy\":{\(policy.joined(separator: ","))}\(label)}"
    }

    // MARK: Deeds

    private mutating func deed() throws -> History.Deed {
        let name = pick(Self.names)
        switch number(0...99) {
        case 0...1: return .delete(name)
        case 2...5: return register(name)
        case 6 where registrations > 0: return .unregister("r\(number(1...registrations))")
        case 7...9 where !told.isEmpty: return .event(pick(told))
        default:
            let event = try event(name)
            told.append(event)
            return .event(event)
        }
    }

    /// A registration of one of two devices, of a card or of a start token, sometimes the end of one.
    private mutating func register(_ name: String) -> History.Deed {
        registrations += 1
        let isStart = chance(25)
        return .register(
            RegistrationRequest(
                subscriberId: subscriber(name), deviceId: pick(["phone", "pad"]), kind: isStart ? .start : .update,
                conversionId: isStart ? nil : name, sender: isStart || chance(50) ? "cards" : "hook",
                token: chance(12) ? .optOut : .new("token-\(number(1...3))"),
                attributesType: isStart ? "Track" : nil))
    }

    private mutating func subscriber(_ name: String) -> String { name == "D" ? "v" : chance(1) ? "w" : "u" }

    // MARK: Events

    private mutating func event(_ name: String) throws -> ToldEvent {
        members = []
        add("conversionId", "\"\(name)\"")
        if chance(85) { add("subscriberId", "\"\(subscriber(name))\"") }
        addType()
        addOrder()
        addProgress()
        addContent(name)
        if chance(8) { add("alert", "{\"title\":\(text(name))}") }
        if chance(9) { add("boundary", chance(15) ? "null" : boundary(name)) }
        return try ToldEvent(members)
    }

    private mutating func add(_ name: String, _ json: String) { members.append((name, json)) }

    private mutating func addType() {
        switch number(0...99) {
        case 0...14: add("type", "\"start\"")
        case 15...24: add("type", "\"pause\"")
        case 25...36: add("type", "\"resume\"")
        case 37...40: add("type", "\"complete\"")
        case 41...42: add("type", "\"fail\"")
        case 43...44: add("type", "\"cancel\"")
        case 45...52: add("type", "\"update\"")
        default: break
        }
    }

    private mutating func addOrder() {
        if chance(25) { add("occurredAt", "\(instant())") }
        if chance(20) { add("startedAt", "\(instant())") }
        if chance(20) {
            sequence += 1
            add("sequence", "\(max(0, sequence - (chance(25) ? number(1...3) : 0)))")
        }
        if chance(8) { add("attempt", "\(number(1...3))") }
        if chance(10) { add("eventId", "\"e\(number(1...5))\"") }
    }

    private mutating func addProgress() {
        guard chance(45) else { return }
        let edges = ["0", "1", "0.7", "0.6999", "0.69999999", "0.05", "0.95", "0.9500001", "0.99999", "null"]
        add("progress", chance(25) ? pick(edges) : "\(Double(number(0...1000)) / 1000)")
    }

    private static let statuses = [
        "queued", "starting", "generating", "finalizing", "finalizing", "In-Progress", "uploading", "completed",
        "failed", "expired", "",
    ]

    private mutating func addContent(_ name: String) {
        if chance(35) { add("status", status(name)) }
        if chance(12) { add("displayStatus", chance(25) ? "null" : text(name)) }
        if chance(30) { add("estimatedCompletionDate", chance(12) ? "null" : "\(instant())") }
        if chance(9) { add("fixedEnd", pick(["true", "true", "false", "null"])) }
        if chance(16) { add("queuePosition", pick(["1", "2", "7", "3", "0", "null"])) }
        if chance(9) { add("trackTitle", chance(20) ? "null" : text(name)) }
        if chance(7) { add("subtitle", chance(20) ? "null" : text(name)) }
        if chance(7) { add("subtitleOverflow", chance(20) ? "null" : text(name)) }
        if chance(5) { add("accentColor", pick(["\"#102030\"", "\"#FFFFFF\"", "null"])) }
        if chance(6) { add("extra", chance(20) ? "null" : "{\"t\":\(text(name))}") }
        if chance(5) { add("relevanceScore", pick(["0", "0.5", "100", "null"])) }
        if chance(9) { add("timer", timer()) }
        if chance(9) { add("staleAt", chance(20) ? "null" : "\(instant())") }
    }

    private mutating func status(_ name: String) -> String {
        switch number(0...9) {
        case 0: "null"
        case 1: text(name)
        default: "\"\(pick(Self.statuses))\""
        }
    }

    private mutating func timer() -> String {
        switch number(0...5) {
        case 0: return "null"
        case 1: return "{\"mode\":\"countUp\",\"from\":\(instant())}"
        case 2: return "{\"mode\":\"paused\",\"elapsed\":\(number(0...300))}"
        default:
            let from = instant()
            return "{\"mode\":\"countDown\",\"from\":\(from),\"until\":\(from + Double(number(1...400)))}"
        }
    }

    private mutating func boundary(_ name: String) -> String {
        let event = members
        members = []
        defer { members = event }
        add("at", "\(instant())")
        addContent(name)
        if chance(40) { add("alert", "{\"title\":\(text(name))}") }
        return "{" + members.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
    }
}
