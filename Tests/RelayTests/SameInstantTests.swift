import ActivityResolver
import Push
import Testing

@testable import Relay

/// What is due within the rules' tolerance is due (X4, "Floating point").
@Suite struct SameInstantTests {
    @Test func `what is due within a microsecond comes before an event of another activity`() throws {
        let relay = try EngineFixture()
        let at = relay.now + 10
        let start = try relay.take("{\"conversionId\":\"a\",\"boundary\":{\"at\":\(at),\"subtitle\":\"Part 2\"}}")
        _ = try relay.learn(.ok, of: start.pushes)
        relay.now = at - 5e-7
        let pushes = try relay.take("{\"conversionId\":\"b\"}").pushes
        #expect(pushes.map(\.conversionId) == ["a", "b"])
        #expect(pushes.first?.planned.contentState.subtitle == "Part 2")
    }

    @Test func `a relay in virtual time does not go beyond the instant that it is asked for`() throws {
        let relay = VirtualRelay(rules: Rules(), eventIds: 10)
        var event = Event(conversionId: "a")
        event.boundary = .set(Boundary(at: 1_790_000_010, alert: Alert(title: "Now")))
        _ = try relay.take(event, at: 1_790_000_000)
        let until = 1_790_000_010 - 5e-7
        let pushes = try relay.run(until: until)
        #expect(pushes.map(\.planned.reason) == [.boundary])
        #expect(relay.now == until)
    }
}
