import ActivityResolver
import Push
import Testing

@testable import Relay

/// What an engine goes by after a reload.
@Suite struct ReloadTests {
    private func policy(_ change: (inout Policy) -> Void) -> Rules {
        var policy = Policy()
        change(&policy)
        return Rules(policy: policy)
    }

    @Test func `what comes after a reload is resolved by the new rules`() throws {
        let relay = try EngineFixture()
        let first = try relay.take(#"{"conversionId":"t","status":"generating"}"#).pushes
        _ = try relay.learn(.ok, of: first)
        let stages = try StageList([
            Stage(id: "queued", label: "Q"), Stage(id: "generating", label: "Cooking", from: 0),
        ])
        relay.engine.adopt(Rules(policy: Policy(), stages: stages), relay.engine.settings)
        relay.now += 10
        let (answer, pushes) = try relay.take(#"{"conversionId":"t","progress":0.5}"#)
        #expect(try answer?.get().contentState.displayStatus == "Cooking")
        #expect(pushes.map(\.planned.contentState.displayStatus) == ["Cooking"])
    }

    @Test func `a sender that was paused is tried at once`() throws {
        let relay = try EngineFixture()
        let first = try relay.take(#"{"conversionId":"t"}"#).pushes
        let refused = Outcome.retry(Failure("403", scope: .key))
        #expect(try relay.learn(refused, of: first).isEmpty)
        // Its pause is over, the key's is not.
        relay.now += 2
        #expect(try relay.engine.process([], at: relay.now).pushes.isEmpty)
        relay.engine.adopt(relay.rules, relay.engine.settings)
        #expect(relay.engine.isDue(at: relay.now))
        #expect(try relay.engine.process([], at: relay.now).pushes.map(\.conversionId) == ["t"])
    }

    @Test func `what is under way is still learned of`() throws {
        let relay = try EngineFixture()
        let first = try relay.take(#"{"conversionId":"t"}"#).pushes
        relay.engine.adopt(relay.rules, relay.engine.settings)
        #expect(try relay.learn(.ok, of: first).isEmpty)
        #expect(try relay.state("t")?.outlets.first?.sending == nil)
        #expect(try relay.state("t")?.outlets.first?.owed == nil)
    }

    @Test func `an eventId that came before a reload is a repeat after it`() throws {
        let relay = try EngineFixture()
        let event = #"{"conversionId":"t","eventId":"1"}"#
        try relay.take(event)
        relay.engine.adopt(policy { $0.minPushInterval = 7 }, relay.engine.settings)
        #expect(try relay.take(event).answer?.get().outcome == .duplicate)
        #expect(relay.engine.rules.policy.minPushInterval == 7)
    }
}
