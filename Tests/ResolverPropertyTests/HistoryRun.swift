import ActivityResolver
import Push
import Storage
import Synchronization

@testable import Relay

/// Lets a history happen to a relay in virtual time, the very engine of production, and notes what comes of it.
struct HistoryRun {
    /// How the relay keeps what it knows.
    enum Keeping {
        /// At hand: nothing is written.
        case atHand
        /// In its store alone, and after these steps another relay goes on with that store.
        case stored(restartsAfter: Set<Int>)
    }

    /// Time brings more than anybody wants.
    struct NoEnd: Error {
        var at: Double
    }

    private let keeping: Keeping
    private let store = InMemoryStore()
    private let settings: EngineSettings
    private var relay: VirtualRelay
    private var now = 0.0
    private(set) var trace: Trace

    /// How long it is looked at after the last step, seconds: longer than any interval of the configurations.
    private static let tail = 61.0
    private static let mostTimers = 5000

    /// What comes of a history by its own rules, or by `rules` in their place.
    static func trace(of history: History, _ keeping: Keeping = .atHand, rules: Rules? = nil) throws -> Trace {
        try trace(of: history, keeping, own: try history.rules(), rules)
    }

    /// The same for one whose own rules are known.
    static func trace(of history: History, _ keeping: Keeping, own: Rules, _ rules: Rules? = nil) throws -> Trace {
        var run = HistoryRun(history, keeping, own: own, rules ?? own)
        try run.carryOut()
        return run.trace
    }

    private init(_ history: History, _ keeping: Keeping, own: Rules, _ rules: Rules) {
        self.keeping = keeping
        settings = Self.settings(keeping)
        relay = VirtualRelay(Engine(store: store, rules: rules, settings: settings))
        trace = Trace(rules: own, history: history)
    }

    private static func settings(_ keeping: Keeping) -> EngineSettings {
        var settings = EngineSettings()
        settings.defaultTarget = EngineSettings.Target(name: "log", kind: .plain)
        settings.senders = [
            "log": SenderTraits(), "hook": SenderTraits(),
            "cards": SenderTraits(kind: .rerenders, takesStartTokens: true),
        ]
        settings.recordsHistory = false
        settings.sendsSucceedAtOnce = true
        if case .atHand = keeping {
            settings.recordsAtHand = .max
            settings.encodesStates = false
        } else {
            settings.recordsAtHand = 0
        }
        let counter = Counter()
        settings.makeId = { "r\(counter.next())" }
        settings.random = { 0.5 }
        return settings
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

    private mutating func carryOut() throws {
        guard let first = trace.history.steps.first else { return }
        try relay.engine.recover(at: first.at)
        for (index, step) in trace.history.steps.enumerated() {
            try wait(until: step.at)
            now = max(now, step.at)
            try take(step, index)
            if case .stored(let restarts) = keeping, restarts.contains(index) { try restart() }
        }
        let end = now + Self.tail
        try wait(until: end)
        now = max(now, end)
        note(Trace.Moment(at: now))
    }

    private mutating func restart() throws {
        relay = VirtualRelay(Engine(store: store, rules: relay.engine.rules, settings: settings), at: now)
        try relay.engine.recover(at: now)
    }

    private mutating func wait(until instant: Double) throws {
        var count = 0
        while relay.engine.nextDue <= instant + Tolerance.seconds {
            count += 1
            if count > Self.mostTimers { throw NoEnd(at: now) }
            now = max(now, min(relay.engine.nextDue, instant))
            let pushes = try relay.run(until: now)
            note(Trace.Moment(at: now, pushes: pushes))
        }
    }

    private mutating func take(_ step: History.Step, _ index: Int) throws {
        let (reply, pushes) = try relay.carryOut(command(step.deed), at: now)
        var moment = Trace.Moment(at: now, step: index, pushes: pushes)
        if case .answers(let answers)? = reply { moment.answer = try? answers.first?.get() }
        if case .registered(.success(let registered))? = reply {
            moment.registered = registered.registration.id
            if registered.registration.kind == .start { trace.startTargets.insert(registered.registration.id) }
        }
        note(moment)
    }

    private func command(_ deed: History.Deed) -> Command {
        switch deed {
        case .event(let told):
            .events([IntakeItem(raw: [], event: .success(told.event), conversionId: told.event.conversionId)])
        case .delete(let name): .delete(conversionId: name)
        case .register(let request): .register(request)
        case .unregister(let id): .unregister(id: id)
        }
    }

    /// Notes a moment, with what is so after it where the relay has it at hand.
    private mutating func note(_ moment: Trace.Moment) {
        var moment = moment
        if case .atHand = keeping {
            for record in relay.engine.cache.all where record.isKnown {
                let activity = record.state.activity
                moment.activities[record.row.conversionId] = Trace.View(
                    row: record.row.number, activity: activity, deliveries: record.state.deliveries,
                    shown: activity.contentState(at: moment.at, relay.engine.rules))
            }
        }
        trace.moments.append(moment)
    }
}
