import ActivityResolver
import Push
import Storage

/// A relay in virtual time: the very same engine, a store in memory, and sends that succeed at once.
final class VirtualRelay {
    let engine: Engine
    /// The instant it has come to, Unix seconds.
    private(set) var now: Double

    /// A relay of this engine, whose settings are to let sends succeed at once, from `now` on.
    init(_ engine: Engine, at now: Double = -.infinity) {
        self.engine = engine
        self.now = now
    }

    /// A relay that keeps all activities at hand, or one that reads each from `store` whenever it is needed.
    ///
    /// `recordsHistory`: whether what happens is written to `store`, for who looks into that.
    convenience init(
        rules: Rules, target: String = "log", eventIds: Int, store: any Store = InMemoryStore(),
        keepsAllAtHand: Bool = true, recordsHistory: Bool = false
    ) {
        var settings = EngineSettings()
        settings.defaultTarget = EngineSettings.Target(name: target, kind: .plain)
        settings.eventIds = eventIds
        settings.recordsHistory = recordsHistory
        settings.sendsSucceedAtOnce = true
        settings.recordsAtHand = keepsAllAtHand ? .max : 0
        settings.encodesStates = !keepsAllAtHand
        self.init(Engine(store: store, rules: rules, settings: settings))
    }

    /// Lets time run to `instant`, and gives what is pushed on the way, in order.
    func run(until instant: Double) throws -> [Push] {
        var pushes: [Push] = []
        while engine.nextDue <= instant + Tolerance.seconds {
            // What is due within the tolerance after it happens at it: an event of it is not taken for later.
            now = max(now, min(engine.nextDue, instant))
            pushes += try engine.process([], at: now).pushes
        }
        now = max(now, instant)
        return pushes
    }

    /// Takes an event in at `instant`, after all that time brings up to then.
    ///
    /// An instant before the present one counts as that one.
    func take(
        _ event: Event, at instant: Double
    ) throws -> (answer: Result<Answer, Problem>?, pushes: [Push]) {
        let item = IntakeItem(raw: [], event: .success(event), conversionId: event.conversionId)
        let (reply, pushes) = try carryOut(.events([item]), at: instant)
        guard case .answers(let answers)? = reply else { return (nil, pushes) }
        return (answers.first, pushes)
    }

    /// Carries a command out at `instant`, as `take` does with an event.
    func carryOut(_ command: Command, at instant: Double) throws -> (reply: Reply?, pushes: [Push]) {
        let due = try run(until: max(now, instant))
        let batch = try engine.process([command], at: now)
        return (batch.replies.first, due.isEmpty ? batch.pushes : due + batch.pushes)
    }
}
