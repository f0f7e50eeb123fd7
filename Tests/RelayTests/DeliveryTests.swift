import ActivityResolver
import JSON
import Push
import Storage
import Testing

@testable import Relay

/// What became of pushes, and what follows from it.
@Suite struct DeliveryTests {
    private let start = "{\"conversionId\":\"t\",\"type\":\"start\"}"

    private func update(_ progress: Double, _ more: String = "") -> String {
        "{\"conversionId\":\"t\",\"status\":\"generating\",\"progress\":\(progress)\(more)}"
    }

    @Test func `at most one push is under way, and what goes next is the newest state`() throws {
        let relay = try EngineFixture()
        let first = try relay.take(start).pushes
        #expect(first.map(\.planned.event) == [.start])
        relay.now += 2
        let (answer, second) = try relay.take(update(0.1))
        #expect(second.isEmpty)
        #expect(try answer?.get().pushes.first?.why == .underWay(.status))
        relay.now += 2
        #expect(try relay.take(update(0.3)).pushes.isEmpty)
        let next = try relay.learn(.ok, of: first)
        #expect(next.map(\.planned.contentState.progress) == [0.3])
        #expect(next.map(\.planned.event) == [.update])
        #expect(next.map(\.number) == [2])
        #expect(try relay.learn(.ok, of: next).isEmpty)
        #expect(try relay.row("t")?.owner == nil)
    }

    @Test func `a failure is repeated after 1, 2, 4 seconds with the newest state, and its alert is not lost`() throws {
        let relay = try EngineFixture()
        var pushes = try relay.take(update(0.1, ",\"alert\":{\"title\":\"Soon\"}")).pushes
        for pause in [1.0, 2, 4] {
            #expect(try relay.learn(.retry(Failure("away")), of: pushes).isEmpty)
            #expect(try relay.wait(pause - 0.01).isEmpty)
            pushes = try relay.wait(0.02)
            #expect(pushes.map(\.planned.reason) == [.retry])
            #expect(pushes.map(\.planned.event) == [.start])
            #expect(pushes.first?.planned.alert == Alert(title: "Soon"))
        }
        _ = try relay.learn(.retry(Failure("away")), of: pushes)
        relay.now += 1
        #expect(try relay.take(update(0.5)).pushes.isEmpty)
        pushes = try relay.wait(8)
        #expect(pushes.map(\.planned.contentState.progress) == [0.5])
        #expect(try relay.learn(.ok, of: pushes).isEmpty)
        relay.now += 10
        #expect(try relay.take(update(0.7)).pushes.map(\.planned.event) == [.update])
    }

    @Test func `pauses between tries are at most retryMax`() throws {
        let relay = try EngineFixture()
        var pushes = try relay.take(start).pushes
        for _ in 0..<8 {
            _ = try relay.learn(.retry(Failure("away")), of: pushes)
            pushes = try relay.wait(60.1)
            #expect(pushes.count == 1)
        }
    }

    @Test func `what an ended process had handed over is owed, once`() throws {
        let relay = try EngineFixture()
        _ = try relay.take(start)
        #expect(try relay.row("t")?.owner != nil)
        relay.now += 5
        try relay.restart()
        let owed = try relay.wait(0)
        #expect(owed.map(\.planned.reason) == [.retry])
        #expect(owed.map(\.planned.event) == [.start])
        _ = try relay.learn(.ok, of: owed)
        try relay.restart()
        #expect(try relay.wait(1).isEmpty)
    }

    @Test func `an outcome learned is not forgotten, though only the owner was taken away`() throws {
        let relay = try EngineFixture()
        let pushes = try relay.take(start).pushes
        _ = try relay.learn(.ok, of: pushes)
        try relay.restart()
        #expect(try relay.wait(1).isEmpty)
        relay.now += 5
        #expect(try relay.take(update(0.2)).pushes.map(\.planned.event) == [.update])
    }

    @Test func `what arrives is learned though its activity is not at hand any more`() throws {
        let relay = try EngineFixture(recordsAtHand: 0)
        let first = try relay.take(start).pushes
        #expect(try relay.row("t")?.owner != nil)
        #expect(try relay.learn(.ok, of: first).isEmpty)
        #expect(try relay.row("t")?.owner == nil)
        relay.now += 5
        let second = try relay.take(update(0.2)).pushes
        relay.now += 5
        #expect(try relay.take(update(0.4)).pushes.isEmpty)
        let third = try relay.learn(.ok, of: second)
        #expect(third.map(\.planned.contentState.progress) == [0.4])
        #expect(try relay.learn(.retry(Failure("away")), of: third).isEmpty)
        let fourth = try relay.wait(2)
        #expect(fourth.map(\.planned.contentState.progress) == [0.4])
        // An answer that comes twice, or late, settles nothing.
        #expect(try relay.learn(.ok, of: second).isEmpty)
        #expect(try relay.row("t")?.owner != nil)
        #expect(try relay.learn(.ok, of: fourth).isEmpty)
        try relay.restart()
        #expect(try relay.wait(5).isEmpty)
    }

    @Test func `an end that is owed goes as an end, with the dismissal of then`() throws {
        let relay = try EngineFixture()
        let pushes = try relay.take(start).pushes
        relay.now += 3
        #expect(try relay.take("{\"conversionId\":\"t\",\"type\":\"complete\"}").pushes.isEmpty)
        let ended = relay.now
        let end = try relay.learn(.ok, of: pushes)
        #expect(end.map(\.planned.event) == [.end])
        #expect(end.first?.planned.dismissalDate == ended + 300)
        #expect(end.first?.planned.contentState.progress == 1)
    }

    @Test func `a finished card whose end is still owed is taken away by that end, with the new date`() throws {
        let relay = try EngineFixture()
        let start = { (name: String) in "{\"conversionId\":\"\(name)\",\"subscriberId\":\"u\",\"type\":\"start\"}" }
        let first = try relay.take(start("gen-1")).pushes
        relay.now += 3
        _ = try relay.take("{\"conversionId\":\"gen-1\",\"type\":\"complete\"}")
        relay.now += 3
        #expect(try relay.take(start("gen-2")).pushes.map(\.conversionId) == ["gen-2"])
        let end = try relay.learn(.ok, of: first)
        #expect(end.map(\.planned.dismissalDate) == [relay.now])
        #expect(try relay.learn(.ok, of: end).isEmpty)
    }

    @Test func `a boundary that came due while nobody ran fires at the start, once`() throws {
        let relay = try EngineFixture()
        let boundary =
            ",\"boundary\":{\"at\":\(relay.now + 10),\"trackTitle\":\"Side B\",\"alert\":{\"title\":\"Now\"}}"
        let pushes = try relay.take(update(0.1, boundary)).pushes
        _ = try relay.learn(.ok, of: pushes)
        relay.now += 60
        try relay.restart()
        let fired = try relay.wait(0)
        #expect(fired.map(\.planned.reason) == [.boundary])
        #expect(fired.first?.planned.contentState.trackTitle == "Side B")
        _ = try relay.learn(.ok, of: fired)
        try relay.restart()
        #expect(try relay.wait(5).isEmpty)
    }

    @Test func `a deleted activity is gone but for its end and its name`() throws {
        let relay = try EngineFixture()
        let first = try relay.take(start).pushes
        let batch = try relay.engine.process([.delete(conversionId: "t")], at: relay.now)
        guard case .deleted(.success)? = batch.replies.first else {
            Issue.record("not deleted")
            return
        }
        #expect(try relay.learn(.ok, of: first).map(\.planned.event) == [.end])
        let (answer, pushes) = try relay.take("{\"conversionId\":\"t\",\"attempt\":2}")
        #expect(try answer?.get().reason == .deleted && pushes.isEmpty)
        #expect(try relay.row("t")?.phase == "deleted")
    }
}
