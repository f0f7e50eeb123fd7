import ActivityResolver
import Push
import Storage

/// A relay in virtual time: the very same engine, a store in memory, and sends that succeed at once.
final class VirtualRelay {
    let engine: Engine
    /// The instant it has come to, Unix seconds.
    private(set) var now = -Double.infinity

    /// A relay that keeps all activities at hand, or one that reads each from `store` whenever it is needed.
    ///
    /// `recordsHistory`: whether what happens is written to `store`, for who looks into that.
    init(
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
        engine = Engine(store: store, rules: rules, settings: settings)
    }

    /// Lets time run to `instant`, and gives what is pushed on the way, in order.
    func run(until instant: Double) throws -> [Push] {
        var pushes: [Push] = []
        while engine.nextDue <= instant + Tolerance.seconds {
            now = max(now, engine.nextDue)
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
        let due = try run(until: max(now, instant))
        let item = IntakeItem(raw: [], event: .success(event), conversionId: event.conversionId)
        let batch = try engine.process([.events([item])], at: now)
        guard case .answers(let answers)? = batch.replies.first else { return (nil, due + batch.pushes) }
        return (answers.first, due.isEmpty ? batch.pushes : due + batch.pushes)
    }
}
