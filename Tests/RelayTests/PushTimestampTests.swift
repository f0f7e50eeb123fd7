import ActivityResolver
import Push
import Testing

@testable import Relay

/// What a service orders the pushes of a target by: it rises with every one handed over, whatever the clock does (D3).
@Suite struct PushTimestampTests {
    private let relay: EngineFixture
    private let zero: Int

    init() throws {
        relay = try EngineFixture()
        zero = Int(relay.now)
    }

    private func update(_ progress: Double) -> String {
        "{\"conversionId\":\"t\",\"status\":\"generating\",\"progress\":\(progress)}"
    }

    /// The activity lives, and its device d has its state.
    private func live() throws {
        _ = try relay.learn(.ok, of: relay.take("{\"conversionId\":\"t\",\"subscriberId\":\"u\"}").pushes)
        _ = try relay.learn(.ok, of: relay.register("d").pushes)
    }

    @Test func `it is the whole second of the hand-over`() throws {
        relay.now += 0.9
        let push = try relay.take(update(0.1)).pushes.first
        #expect(push?.timestamp == zero && push?.sentAt == Double(zero) + 0.9)
    }

    @Test func `several pushes in one second have a later one each`() throws {
        try live()
        var stamps: [Int] = []
        for token in ["B", "C", "D"] {
            let pushes = try relay.register("d", token: .new(token)).pushes
            stamps += pushes.map(\.timestamp)
            _ = try relay.learn(.ok, of: pushes)
        }
        #expect(stamps == [zero + 1, zero + 2, zero + 3])
        relay.now += 10
        #expect(try relay.take(update(0.2)).pushes.map(\.timestamp) == [zero + 10])
    }

    @Test func `a push that is handed over anew gets a later one`() throws {
        var pushes = try relay.take(update(0.1)).pushes
        var stamps = pushes.map(\.timestamp)
        for _ in 0..<3 {
            _ = try relay.learn(.retry(Failure("away", retryAfter: 1)), of: pushes)
            pushes = try relay.wait(2)
            stamps += pushes.map(\.timestamp)
        }
        #expect(stamps.count == 4 && zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `it rises over a restart of the relay and with a clock that is set back`() throws {
        try live()
        relay.now += 10
        let before = try relay.take(update(0.2)).pushes
        #expect(before.map(\.timestamp) == [zero + 10])
        _ = try relay.learn(.ok, of: before)
        relay.now -= 3600
        try relay.restart()
        _ = try relay.take(update(0.4))
        #expect(try relay.wait(6).map(\.timestamp) == [zero + 11])
        try relay.restart()
        #expect(try relay.wait(0).map(\.timestamp) == [zero + 12], "what was under way goes again")
    }

    @Test func `it rises though the target was dead in between`() throws {
        try live()
        relay.now += 10
        _ = try relay.learn(.dead("410"), of: relay.take(update(0.2)).pushes)
        relay.now -= 100
        try relay.restart()
        #expect(try relay.register("d", token: .new("B")).pushes.map(\.timestamp) == [zero + 11])
    }

    @Test func `each target has its own`() throws {
        try live()
        relay.now += 0.5
        #expect(try relay.register("e", token: .new("B")).pushes.map(\.timestamp) == [zero])
    }

    @Test func `a state from before there were timestamps is read`() throws {
        let text = """
            {"run":{"startedAt":5},"deliveries":[{"target":"log","number":3}],
            "retired":[{"target":"r1","sender":"hook","reason":"410","number":2}]}
            """
        let state = try StateReader(Rules()).read(Array(text.utf8), conversionId: "t", subscriberId: nil)
        #expect(state.outlets.map(\.timestamp) == [0] && state.retired.map(\.timestamp) == [0])
    }

    @Test(arguments: [
        (5.9, 0, 5), (5.9, 5, 6), (5.9, 100, 101), (-1, 0, 1), (.infinity, 3, 4), (.nan, 3, 4), (1e300, 0, 1),
    ])
    func `no clock is a trap`(_ now: Double, _ last: Int, _ timestamp: Int) {
        #expect(Push.timestamp(at: now, after: last) == timestamp)
    }
}
