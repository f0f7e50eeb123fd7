import ActivityResolver
import JSON
import Push
import Storage
import Telemetry
import Testing

@testable import Relay

/// Faults that were found, each with the right value.
@Suite struct FaultTests {
    private func start(_ id: String, _ more: String = "") -> String {
        "{\"conversionId\":\"\(id)\",\"subscriberId\":\"u\",\"type\":\"start\"\(more)}"
    }

    @Test func `a state with a try but nothing to try comes to an end`() throws {
        let text = """
            {"events":[],"now":1000020,"state":{"activities":[{"activity":{"conversionId":"x",\
            "run":{"startedAt":1000000,"lastEventAt":1000000},"deliveries":[{"target":"log","retryAt":5}]}}]}}
            """
        let settings = APISettings(logger: .none) { 0 }
        _ = try ResolveRequest(Array(text.utf8), settings).answer()
    }

    /// What follows from states of so many targets each, for events of the first one, and from that they are too old.
    private func resolve(
        activities: Int = 1, targets: Int, events: Int = 0, title: String = "", now: Int = 1_001_000
    ) throws -> [UInt8] {
        let deliveries = (0..<targets).map { "{\"target\":\"t\($0)\",\"live\":true,\"pushed\":{},\"shared\":1}" }
            .joined(separator: ",")
        let states = (0..<activities).map { index in
            """
            {"activity":{"conversionId":"x\(index)","run":{"startedAt":1000000,"lastEventAt":1000000,\
            "trackTitle":"\(title)"},"deliveries":[\(deliveries)]}}
            """
        }
        let events = (0..<events).map { index in
            "{\"at\":\(1_000_000 + 10 * index),\"event\":{\"conversionId\":\"x0\",\"subtitle\":\"\(index)\"}}"
        }
        let text = """
            {"events":[\(events.joined(separator: ","))],"now":\(now),\
            "state":{"activities":[\(states.joined(separator: ","))]}}
            """
        return try ResolveRequest(Array(text.utf8), APISettings(logger: .none) { 0 }).answer()
    }

    private static let longTitle = String(repeating: "x", count: 60_000)

    @Test func `pushes of long texts to many targets do not make an answer without end`() throws {
        let problem = try #require(throws: Problem.self) {
            try resolve(targets: 500, events: 20, title: Self.longTitle)
        }
        #expect(problem.status == 413)
    }

    @Test func `no more pushes follow than may, though each is short`() throws {
        for (activities, events) in [(1, 25), (25, 0)] {
            let problem = try #require(throws: Problem.self) {
                try resolve(activities: activities, targets: 900, events: events, now: 2_000_000)
            }
            #expect(problem.status == 413)
        }
        #expect(try resolve(targets: 900, events: 10).count < 16 << 20)
    }

    /// Whether the run still holds the text is known only as it is written, and by then it may be too late.
    @Test func `a text that was told to many targets counts for each, though a run may hold it for all`() throws {
        let problem = try #require(throws: Problem.self) {
            try resolve(targets: 900, title: Self.longTitle, now: 1_000_000)
        }
        #expect(problem.status == 413)
        #expect(try !resolve(targets: 200, title: Self.longTitle, now: 1_000_000).isEmpty)
    }

    @Test func `a state has no more deliveries than may be`() throws {
        #expect(throws: JSONError.self) { try resolve(targets: 1_001) }
        #expect(try !resolve(targets: 1_000).isEmpty)
    }

    @Test func `a countdown that a pause has made nothing of is still read`() throws {
        let relay = try EngineFixture()
        let timer = "{\"mode\":\"countDown\",\"from\":0,\"until\":1e-17}"
        var pushes = try relay.take("{\"conversionId\":\"t\",\"timer\":\(timer)}").pushes
        for type in ["pause", "resume", "update"] {
            _ = try relay.learn(.ok, of: pushes)
            relay.now += 2
            pushes = try relay.take("{\"conversionId\":\"t\",\"type\":\"\(type)\"}").pushes
            try relay.restart()
        }
        #expect(try relay.take("{\"conversionId\":\"t\"}").answer?.get().outcome == .accepted)
    }

    @Test func `an activity that cannot be read can still be deleted`() throws {
        let relay = try EngineFixture()
        _ = try relay.take(start("bad"))
        try relay.store.transaction { transaction in
            guard var row = try transaction.activity("bad") else { return }
            row.state = [0]
            try transaction.put(&row)
        }
        try relay.restart()
        guard
            case .deleted(.success)? = try relay.engine.process([.delete(conversionId: "bad")], at: relay.now).replies
                .first
        else {
            Issue.record("not deleted")
            return
        }
        #expect(try relay.row("bad") == nil)
    }

    @Test func `a clock set back makes no event late and holds no push back`() throws {
        let relay = try EngineFixture()
        let first = try relay.take("{\"conversionId\":\"t\",\"type\":\"start\"}").pushes
        _ = try relay.learn(.ok, of: first)
        relay.now -= 3600
        let (answer, pushes) = try relay.take("{\"conversionId\":\"t\",\"type\":\"pause\"}")
        #expect(try answer?.get().phase == .paused)
        #expect(pushes.isEmpty)
        #expect(try relay.wait(1.01).map(\.planned.reason) == [.pause])
    }

    @Test func `a boundary that is due goes before its activity makes way`() throws {
        let relay = try EngineFixture()
        let at = relay.now + 10
        let first = try relay.take(start("gen-1", ",\"boundary\":{\"at\":\(at),\"alert\":{\"title\":\"Now\"}}")).pushes
        _ = try relay.learn(.ok, of: first)
        relay.now += 20
        // As when more is due than one transaction takes: this one's turn has not come.
        let batch = try relay.engine.store.transaction { transaction in
            let set = WorkingSet(
                transaction, Rules(), relay.engine.settings, RecordCache(limit: 0), now: relay.now)
            let work = Work(set, Rules(), relay.engine.settings, Breakers(), now: relay.now)
            _ = try work.carryOut(.events([IntakeReader().event(Array(start("gen-2").utf8))]))
            return work.batch
        }
        #expect(batch.pushes.map(\.planned.reason) == [.boundary, .start])
        #expect(batch.pushes.first?.planned.alert == Alert(title: "Now"))
    }

    @Test func `the end that a deleted activity owes shows what its card showed`() throws {
        let relay = try EngineFixture()
        let first = try relay.take(start("t", ",\"progress\":0.6,\"trackTitle\":\"Rain\"")).pushes
        _ = try relay.learn(.retry(Failure("away")), of: first)
        _ = try relay.engine.process([.delete(conversionId: "t")], at: relay.now)
        let end = try relay.wait(2)
        #expect(end.map(\.planned.event) == [.end])
        #expect(end.first?.planned.contentState.progress == 0.6)
        #expect(end.first?.planned.contentState.trackTitle == "Rain")
        _ = try relay.learn(.ok, of: end)
        let state = String(decoding: try relay.row("t")?.state ?? [], as: UTF8.self)
        #expect(!state.contains("Rain"))
    }

    @Test func `an owed end keeps its alert when a later start takes its card away`() throws {
        let relay = try EngineFixture()
        let first = try relay.take(start("gen-1")).pushes
        relay.now += 2
        _ = try relay.take("{\"conversionId\":\"gen-1\",\"type\":\"complete\",\"alert\":{\"title\":\"Your track\"}}")
        relay.now += 2
        _ = try relay.take(start("gen-2"))
        let end = try relay.learn(.ok, of: first)
        #expect(end.map(\.planned.alert) == [Alert(title: "Your track")])
        #expect(end.map(\.planned.dismissalDate) == [relay.now])
        #expect(end.map(\.planned.reason) == [.ended])
    }

    @Test func `what is refused and is no JSON stands in the history as a text`() throws {
        let relay = try EngineFixture()
        _ = try relay.take(start("t"))
        let item = IntakeReader().event(Array("{\"progress\":,,".utf8) + [0xFF], conversionId: "t")
        _ = try relay.engine.process([.events([item])], at: relay.now)
        let entry = try relay.store.read { reading in
            try reading.activity("t").flatMap { try reading.historyEntry($0.history) }
        }
        var reader = JSONReader(try #require(entry).body)
        let body = try reader.readValue()
        #expect(body["outcome"] == .string("refused"))
        #expect(body["text"]?.stringValue?.hasPrefix("{\"progress\":,,") == true)
    }

    @Test func `many starts of a subscriber do not look at all that ended after them`() throws {
        let relay = try EngineFixture()
        let ends = (0..<2000).map { "{\"conversionId\":\"e\($0)\",\"subscriberId\":\"u\",\"type\":\"complete\"}" }
        for first in stride(from: 0, to: ends.count, by: 1000) {
            let items = ends[first..<first + 1000].map { IntakeReader().event(Array($0.utf8)) }
            _ = try relay.engine.process([.events(items)], at: relay.now)
        }
        let records = try relay.store.transaction {
            try $0.shown(subscriberId: "u", startedBy: relay.now - 1, after: relay.now)
        }
        #expect(records.isEmpty)
    }
}
