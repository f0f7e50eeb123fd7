import ActivityResolver
import JSON
import Push
import Storage
import Synchronization

@testable import Relay

/// An engine on a store in memory, with a clock moved by hand and senders of which the test says what comes of it.
final class EngineFixture {
    let store = InMemoryStore()
    private(set) var engine: Engine
    let rules: Rules
    private let settings: EngineSettings
    var now = 1_790_000_000.0

    /// Two plain senders, and two that make cards appear, as APNs does for two apps.
    static let senders = [
        "log": SenderTraits(), "hook": SenderTraits(),
        "cards": SenderTraits(kind: .rerenders, takesStartTokens: true),
        "late": SenderTraits(kind: .rerenders, takesStartTokens: true, startDelay: 5),
    ]

    /// `random` is the jitter of retries; registrations are named r1, r2 …
    init(
        rules: Rules = Rules(), defaultTarget: String? = "log", recordsAtHand: Int = 1024,
        senders: [String: SenderTraits] = EngineFixture.senders, recordsHistory: Bool = true,
        random: @escaping @Sendable () -> Double = { 0.5 }
    ) throws {
        self.rules = rules
        var settings = EngineSettings()
        settings.defaultTarget = defaultTarget.map { EngineSettings.Target(name: $0, kind: .plain) }
        settings.senders = senders
        settings.recordsHistory = recordsHistory
        settings.recordsAtHand = recordsAtHand
        settings.random = random
        let counter = Counter()
        settings.makeId = { "r\(counter.next())" }
        self.settings = settings
        engine = Engine(store: store, rules: rules, settings: settings)
        try engine.recover(at: now)
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    /// As if the process had ended and another begun on the same store.
    func restart() throws {
        engine = Engine(store: store, rules: rules, settings: settings)
        try engine.recover(at: now)
    }

    /// Lets so many seconds pass, and carries out what comes due at its instant.
    func wait(_ seconds: Double) throws -> [Push] {
        let end = now + seconds
        var pushes: [Push] = []
        while engine.nextDue <= end {
            now = max(now, engine.nextDue)
            pushes += try engine.process([], at: now).pushes
        }
        now = end
        return pushes
    }

    /// Takes an event in, as JSON.
    @discardableResult
    func take(_ json: String) throws -> (answer: Result<Answer, Problem>?, pushes: [Push]) {
        let batch = try engine.process([.events([IntakeReader().event(Array(json.utf8))])], at: now)
        guard case .answers(let answers)? = batch.replies.last else { return (nil, batch.pushes) }
        return (answers.first, batch.pushes)
    }

    /// Registers a device of subscriber u for the activity t with `hook`, unless something else is asked for.
    @discardableResult
    func register(
        _ deviceId: String, token: RegistrationRequest.Token = .new("A"), subscriberId: String = "u",
        conversionId: String = "t", sender: String = "hook"
    ) throws -> (reply: Result<Registered, Problem>, pushes: [Push]) {
        try register(
            RegistrationRequest(
                subscriberId: subscriberId, deviceId: deviceId, kind: .update, conversionId: conversionId,
                sender: sender, token: token))
    }

    /// Registers a device's start token of subscriber u, nil for none any more.
    @discardableResult
    func registerStart(
        _ deviceId: String, token: String? = "S", subscriberId: String = "u", sender: String = "cards",
        attributesType: String? = "Track"
    ) throws -> (reply: Result<Registered, Problem>, pushes: [Push]) {
        try register(
            RegistrationRequest(
                subscriberId: subscriberId, deviceId: deviceId, kind: .start, sender: sender,
                token: token.map(RegistrationRequest.Token.new) ?? .optOut, attributesType: attributesType))
    }

    /// A registration as it is, and whether its key is new.
    typealias Registered = (registration: Registration, isNew: Bool)

    /// Takes a registration in.
    @discardableResult
    func register(
        _ request: RegistrationRequest
    ) throws -> (reply: Result<Registered, Problem>, pushes: [Push]) {
        let batch = try engine.process([.register(request)], at: now)
        guard case .registered(let reply)? = batch.replies.last else { throw UnexpectedReply() }
        return (reply, batch.pushes)
    }

    /// Forgets a registration; whether there was one.
    @discardableResult
    func unregister(_ id: String) throws -> Bool {
        let batch = try engine.process([.unregister(id: id)], at: now)
        guard case .unregistered(let wasThere)? = batch.replies.last else { throw UnexpectedReply() }
        return wasThere
    }

    /// Ends an activity and forgets it.
    @discardableResult
    func delete(_ conversionId: String) throws -> [Push] {
        try engine.process([.delete(conversionId: conversionId)], at: now).pushes
    }

    /// The engine answered another question.
    private struct UnexpectedReply: Error {}

    /// Tells what became of pushes, and gives those that follow at once.
    func learn(_ outcome: Outcome, of pushes: [Push]) throws -> [Push] {
        let results = pushes.map { PushResult(push: $0, outcome: outcome) }
        return try engine.process([.outcomes(results)], at: now).pushes
    }

    /// The row of an activity.
    func row(_ conversionId: String) throws -> ActivityRow? {
        try store.read { try $0.activity(conversionId) }
    }

    /// What the store holds of an activity.
    func state(_ conversionId: String) throws -> ActivityState? {
        try row(conversionId).map { row in
            var state = try StateReader(rules).read(
                row.state, conversionId: conversionId, subscriberId: row.subscriberId)
            // As the engine reads it: an outcome may take only the owner away.
            if row.owner == nil { state.settleOutlets() }
            return state
        }
    }

    /// The stored registration of that name.
    func registration(_ id: String) throws -> Registration? {
        try store.read { try $0.registration(id: id) }.map { try Registration($0) }
    }

    /// The names of an activity's stored registrations.
    func registrations(_ conversionId: String) throws -> [String] {
        try store.read { try $0.registrations(conversionId: conversionId) }.map(\.id)
    }
}
