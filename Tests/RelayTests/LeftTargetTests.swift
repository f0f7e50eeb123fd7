import ActivityResolver
import Push
import Testing

@testable import Relay

/// Targets that were left, and tokens that were replaced, while something was under way or owed.
@Suite struct LeftTargetTests {
    /// With its activity at hand or not.
    @Test(arguments: [0, 1024])
    func `an answer for a target that was left settles nothing of the one that took its place`(_ kept: Int) throws {
        let relay = try EngineFixture(recordsAtHand: kept)
        let first = try relay.take(#"{"conversionId":"t","subscriberId":"u","progress":0.1}"#).pushes
        let second = try relay.register("phone", sender: "cards").pushes
        #expect(first.map(\.planned.target) == ["log"])
        #expect(second.map(\.number) == first.map(\.number))
        // Others come meanwhile, so that the activity is not at hand any more.
        try relay.take(#"{"conversionId":"other","subscriberId":"v"}"#)
        _ = try relay.learn(.ok, of: first)
        _ = try relay.learn(.retry(Failure("503", scope: .service)), of: second)
        #expect(try relay.wait(120).contains { $0.conversionId == "t" })
    }

    @Test func `a push that is under way is owed after a crash though a target that was left has answered`() throws {
        let relay = try EngineFixture(recordsAtHand: 0)
        let first = try relay.take(#"{"conversionId":"t","subscriberId":"u","progress":0.1}"#).pushes
        _ = try relay.register("phone", sender: "cards").pushes
        try relay.take(#"{"conversionId":"other","subscriberId":"v"}"#)
        _ = try relay.learn(.ok, of: first)
        try relay.restart()
        #expect(try relay.wait(5).contains { $0.conversionId == "t" })
    }

    /// The same token again, and another one.
    @Test(arguments: ["A", "B"])
    func `a dismissal that is owed while a key is refused goes to the card's newest token`(_ token: String) throws {
        let relay = try EngineFixture(defaultTarget: nil)
        try relay.register("phone", token: .new("A"), sender: "cards")
        _ = try relay.learn(.ok, of: relay.take(#"{"conversionId":"t","subscriberId":"u","progress":0.1}"#).pushes)
        relay.now += 10
        _ = try relay.learn(.ok, of: relay.take(#"{"conversionId":"t","type":"complete"}"#).pushes)
        try relay.register("x", token: .new("X"), subscriberId: "v", conversionId: "o", sender: "cards")
        let other = try relay.take(#"{"conversionId":"o","subscriberId":"v"}"#).pushes
        _ = try relay.learn(.retry(Failure("403", scope: .key)), of: other)
        relay.now += 1
        try relay.take(#"{"conversionId":"t2","subscriberId":"u","type":"start"}"#)
        #expect(try relay.state("t")?.outlets.first?.owed?.event == .end)
        var pushes = try relay.register("phone", token: .new(token), sender: "cards").pushes
        #expect(try relay.state("t")?.outlets.first?.retryAt != nil)
        for _ in 0..<10 {
            let more = try relay.wait(12)
            pushes += more
            pushes += try relay.learn(.ok, of: more)
        }
        #expect(pushes.contains { $0.conversionId == "t" && $0.place?.token == token })
    }
}
