import ActivityResolver
import Push
import Testing

@testable import Relay

/// The services behind the senders, in virtual time: a script says what becomes of each push and after how long.
///
/// It watches what must hold always: at most one push under way to a place, the pushes of a target in rising number and
/// with rising timestamps, and for a start token no second start in a run unless the first failed for certain.
final class SimulatedService {
    /// What becomes of a push, and how many seconds later the relay learns of it.
    struct Fate {
        var outcome: Outcome
        var latency: Double

        init(_ outcome: Outcome, after latency: Double = 0.05) {
            self.outcome = outcome
            self.latency = latency
        }

        /// It arrives, soon.
        static let arrives = Fate(.ok)
        /// Nobody answers, for as long as the relay waits for an answer.
        static let hangs = Fate(.retry(Failure("no answer", scope: .service)), after: 10)
        /// No connection.
        static let refused = Fate(.retry(Failure("connection refused", scope: .service)), after: 0.01)
        /// The service answers that something is wrong with it.
        static let fails = Fate(.retry(Failure("500", scope: .service)))
        /// It will never take this push.
        static let drops = Fate(.dropped("400"))
        /// The token is no more.
        static let gone = Fate(.dead("410"))
    }

    /// What becomes of a push that is handed over at that instant, seconds since the simulation's start.
    typealias Script = (Push, Double) -> Fate

    let relay: EngineFixture
    var script: Script
    /// The instant at which the simulation began, Unix seconds.
    let zero: Double
    /// All pushes that were handed over, in order.
    private(set) var sent: [Push] = []
    /// All pushes that arrived, in the order of arrival.
    private(set) var arrived: [Push] = []
    private var underWay: [(at: Double, result: PushResult)] = []
    private var numbers: [Target: Int] = [:]
    private var timestamps: [Target: Int] = [:]

    // The starts that were handed over, those apart that failed for certain.
    private var started: Set<Start> = []

    /// A start token's start in one run of an activity.
    private struct Start: Hashable {
        var conversionId: String
        var token: String?
        var run: Double
    }

    /// One target of one activity.
    private struct Target: Hashable {
        var conversionId: String
        var name: String
    }

    init(_ relay: EngineFixture, _ script: @escaping Script = { _, _ in .arrives }) {
        self.relay = relay
        self.script = script
        zero = relay.now
    }

    /// Seconds since the simulation's start.
    var elapsed: Double { relay.now - zero }

    /// Takes an event in.
    @discardableResult
    func take(_ json: String) throws -> Result<Answer, Problem>? {
        let (answer, pushes) = try relay.take(json)
        handOver(pushes)
        return answer
    }

    /// Registers a device of subscriber u for the activity t.
    @discardableResult
    func register(
        _ deviceId: String, token: String = "A", conversionId: String = "t", sender: String = "hook"
    ) throws -> Result<EngineFixture.Registered, Problem> {
        let (reply, pushes) = try relay.register(
            deviceId, token: .new(token), conversionId: conversionId, sender: sender)
        handOver(pushes)
        return reply
    }

    /// Registers a device.
    func register(_ request: RegistrationRequest) throws {
        handOver(try relay.register(request).pushes)
    }

    /// Lets so many seconds pass; what comes due and what is learned happens at its instant.
    func wait(_ seconds: Double) throws {
        let end = relay.now + seconds
        while true {
            let next = min(relay.engine.nextDue, underWay.map(\.at).min() ?? .infinity)
            guard next <= end else { break }
            relay.now = max(relay.now, next)
            try settle()
        }
        relay.now = max(relay.now, end)
    }

    /// As if the relay had ended and another begun: nobody learns what became of what was under way.
    func restart() throws {
        underWay.removeAll()
        try relay.restart()
    }

    /// The clock is set; what is under way takes as long as before. The relay looks at the clock every second.
    func setClock(by seconds: Double) throws {
        relay.now += seconds
        for index in underWay.indices { underWay[index].at += seconds }
        if relay.engine.isDue(at: relay.now) { try settle() }
    }

    /// The pushes that were handed over for a target.
    func sent(to target: String) -> [Push] { sent.filter { $0.planned.target == target } }

    /// The pushes that arrived at a target.
    func arrived(at target: String) -> [Push] { arrived.filter { $0.planned.target == target } }

    private func settle() throws {
        var results: [PushResult] = []
        for (_, result) in underWay.filter({ $0.at <= relay.now }).sorted(by: { $0.at < $1.at }) {
            results.append(result)
            if !result.outcome.countsAsDelivered { failedStart(result.push) }
            if result.outcome == .ok { arrived.append(result.push) }
        }
        underWay.removeAll { $0.at <= relay.now }
        let commands: [Command] = results.isEmpty ? [] : [.outcomes(results)]
        handOver(try relay.engine.process(commands, at: relay.now).pushes)
    }

    private func noteStart(_ push: Push) {
        guard push.isPushToStart else { return }
        let isFirst = started.insert(start(push)).inserted
        #expect(isFirst, "\(push.planned.target) is started twice in a run")
    }

    private func failedStart(_ push: Push) {
        if push.isPushToStart { started.remove(start(push)) }
    }

    private func start(_ push: Push) -> Start {
        let run = (try? relay.state(push.conversionId))?.activity.run.startedAtTold ?? 0
        return Start(conversionId: push.conversionId, token: push.place?.token, run: run)
    }

    private func handOver(_ pushes: [Push]) {
        for push in pushes {
            let target = Target(conversionId: push.conversionId, name: push.planned.target)
            let isAlone = !underWay.contains { other in
                other.result.push.conversionId == push.conversionId && other.result.push.place == push.place
                    && other.result.push.planned.target == push.planned.target
            }
            #expect(isAlone, "two pushes are under way to \(target.name)")
            #expect(push.number > numbers[target, default: 0], "a number of \(target.name) comes again")
            numbers[target] = push.number
            #expect(push.timestamp > timestamps[target, default: 0], "a timestamp of \(target.name) does not rise")
            timestamps[target] = push.timestamp
            noteStart(push)
            sent.append(push)
            let fate = script(push, elapsed)
            underWay.append((relay.now + fate.latency, PushResult(push: push, outcome: fate.outcome)))
        }
    }
}

extension SimulatedService {
    /// What must hold when all is over: each target of the activity was reached, and has what it is to show.
    func expectAllTold(
        _ conversionId: String, within seconds: Double = 200, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try wait(seconds)
        let state = try #require(try relay.state(conversionId), sourceLocation: sourceLocation)
        let isSettled = state.isSettled
        #expect(isSettled, "something is still owed", sourceLocation: sourceLocation)
        for delivery in state.deliveries where delivery.kind != .starts {
            let last = arrived.last { $0.planned.target == delivery.target && $0.conversionId == conversionId }
            #expect(last?.planned.contentState == delivery.pushed?.contentState, sourceLocation: sourceLocation)
            // Time alone moves the rest without a push (D1, D2).
            let shown = state.activity.contentState(at: relay.now, for: delivery.kind, relay.rules)
            #expect(last?.planned.contentState.trackTitle == shown.trackTitle, sourceLocation: sourceLocation)
            #expect(last?.planned.contentState.subtitle == shown.subtitle, sourceLocation: sourceLocation)
            #expect(last?.planned.contentState.extra == shown.extra, sourceLocation: sourceLocation)
            #expect(last?.planned.contentState.queuePosition == shown.queuePosition, sourceLocation: sourceLocation)
            let isOver = state.activity.ending != nil
            #expect((last?.planned.event == .end) == isOver, sourceLocation: sourceLocation)
        }
    }
}
