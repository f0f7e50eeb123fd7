import ActivityResolver
import JSON
import Push
import Storage

@testable import Relay

/// An engine on a store in memory, with a clock moved by hand and a sender of which the test says what comes of it.
final class EngineFixture {
    let store = InMemoryStore()
    private(set) var engine: Engine
    private let rules: Rules
    var now = 1_790_000_000.0

    init(rules: Rules = Rules()) throws {
        self.rules = rules
        engine = Self.makeEngine(store, rules)
        try engine.recover(at: now)
    }

    private static func makeEngine(_ store: InMemoryStore, _ rules: Rules) -> Engine {
        var settings = EngineSettings()
        settings.defaultTarget = EngineSettings.Target(name: "log", kind: .plain)
        settings.random = { 0.5 }
        return Engine(store: store, rules: rules, settings: settings)
    }

    /// As if the process had ended and another begun on the same store.
    func restart() throws {
        engine = Self.makeEngine(store, rules)
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

    /// Tells what became of pushes, and gives those that follow at once.
    func learn(_ outcome: Outcome, of pushes: [Push]) throws -> [Push] {
        let results = pushes.map { PushResult(push: $0, outcome: outcome) }
        return try engine.process([.outcomes(results)], at: now).pushes
    }

    /// The row of an activity.
    func row(_ conversionId: String) throws -> ActivityRow? {
        try store.read { try $0.activity(conversionId) }
    }
}
