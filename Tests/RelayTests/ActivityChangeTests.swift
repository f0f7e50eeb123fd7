import ActivityResolver
import Push
import Storage
import Testing

@testable import Relay

/// What the engine tells of changes, and that the history says the same.
@Suite struct `Changes as they are told` {
    private static func relay(defaultTarget: String? = "log", history: Bool = true) throws -> EngineFixture {
        let relay = try EngineFixture(defaultTarget: defaultTarget, recordsHistory: history)
        relay.engine.tellsChanges = true
        return relay
    }

    /// The changes of an event.
    private static func changes(_ relay: EngineFixture, _ json: String) throws -> [ActivityChange] {
        try relay.engine.process([.events([IntakeReader().event(Array(json.utf8))])], at: relay.now).changes
    }

    /// Lets time pass, and gives what it changed.
    private static func wait(_ relay: EngineFixture, _ seconds: Double) throws -> [ActivityChange] {
        let end = relay.now + seconds
        var changes: [ActivityChange] = []
        while relay.engine.nextDue <= end {
            relay.now = max(relay.now, relay.engine.nextDue)
            changes += try relay.engine.process([], at: relay.now).changes
        }
        relay.now = end
        return changes
    }

    /// The ids of an activity's history that were messages, oldest first.
    private static func told(_ relay: EngineFixture, _ id: String) throws -> [Int64] {
        try relay.store.read { reading in
            var ids: [Int64] = []
            var next = try reading.activity(id)?.history ?? 0
            while let entry = try reading.historyEntry(next) {
                if let message = StreamMessage(entry, of: id), let id = message.id { ids.append(id) }
                next = entry.previous
            }
            return ids.reversed()
        }
    }

    @Test func `each event that is taken is one, at once; what is ignored or refused is none`() throws {
        let relay = try Self.relay()
        var all: [ActivityChange] = []
        for progress in ["0.1", "0.11", "0.12"] {
            let event = #"{"conversionId":"t","eventId":"\#(progress)","progress":\#(progress)}"#
            all += try Self.changes(relay, event)
            #expect(try Self.changes(relay, event).isEmpty, "a duplicate")
        }
        #expect(all.map { $0.contentState?.progress } == [0.1, 0.11, 0.12])
        #expect(try Self.changes(relay, #"{"conversionId":"t","progress":7}"#).isEmpty)
        all += try Self.changes(relay, #"{"conversionId":"t","type":"complete"}"#)
        #expect(all.map(\.phase) == [.active, .active, .active, .completed])
        #expect(all.map(\.isLast) == [false, false, false, true])
        #expect(try Self.changes(relay, #"{"conversionId":"t","progress":0.5}"#).isEmpty, "ignored")
        #expect(try Self.told(relay, "t") == all.compactMap(\.id))
    }

    @Test func `nothing is told where nobody follows, and the history says it all the same`() throws {
        let relay = try Self.relay()
        relay.engine.tellsChanges = false
        #expect(try Self.changes(relay, #"{"conversionId":"t","progress":0.1}"#).isEmpty)
        #expect(try Self.told(relay, "t").count == 1)
    }

    @Test(arguments: [Optional("log"), nil])
    func `what time brings is told once, whatever targets there are`(_ target: String?) throws {
        let relay = try Self.relay(defaultTarget: target)
        let boundary = #""boundary":{"at":\#(relay.now + 5),"displayStatus":"Then"}"#
        var all = try Self.changes(relay, #"{"conversionId":"t","progress":0.1,"subscriberId":"u",\#(boundary)}"#)
        if target != nil {
            try relay.register("one")
            try relay.register("two")
        }
        let fired = try Self.wait(relay, 6)
        #expect(fired.map { $0.contentState?.displayStatus } == ["Then"])
        let expired = try Self.wait(relay, 1000)
        #expect(expired.map(\.phase) == [.expired] && expired.first?.isLast == true)
        all += fired + expired
        #expect(try Self.told(relay, "t") == all.compactMap(\.id))
    }

    @Test func `nudges are told, and pushes that waited are not told again`() throws {
        let relay = try Self.relay()
        let eta = #","estimatedCompletionDate":\#(relay.now + 100)"#
        var all = try Self.changes(relay, #"{"conversionId":"t","progress":0.1\#(eta)}"#)
        all += try Self.changes(relay, #"{"conversionId":"t","progress":0.2\#(eta)}"#)
        all += try Self.wait(relay, 12)
        #expect(all.count == 2, "the second waited for its push, and had been told")
        let nudges = try Self.wait(relay, 30)
        #expect(!nudges.isEmpty)
        let progress = (all + nudges).compactMap { $0.contentState?.progress }
        #expect(zip(progress, progress.dropFirst()).allSatisfy { $0 < $1 })
        #expect(try Self.told(relay, "t") == (all + nudges).compactMap(\.id))
    }

    @Test(arguments: [Optional("log"), nil])
    func `who is superseded is told so`(_ target: String?) throws {
        let relay = try Self.relay(defaultTarget: target)
        let first = try Self.changes(relay, #"{"conversionId":"t","progress":0.1,"subscriberId":"u"}"#)
        relay.now += 10
        let second = try Self.changes(relay, #"{"conversionId":"n","type":"start","subscriberId":"u"}"#)
        #expect(second.map(\.conversionId) == ["t", "n"])
        #expect(second.map(\.phase) == [.superseded, .active])
        let ids = (first + second).compactMap(\.id)
        #expect(ids.count == 3 && ids[0] < ids[1] && ids[1] < ids[2])
        #expect(try Self.told(relay, "t") == [ids[0], ids[1]])
    }

    @Test func `a failing target's retries are no messages`() throws {
        let relay = try Self.relay()
        let taken = try relay.engine.process(
            [.events([IntakeReader().event(Array(#"{"conversionId":"t","progress":0.1}"#.utf8))])], at: relay.now)
        let results = taken.pushes.map { PushResult(push: $0, outcome: .retry(Failure("no"))) }
        #expect(try relay.engine.process([.outcomes(results)], at: relay.now).changes.isEmpty)
        #expect(try Self.wait(relay, 5).isEmpty)
        #expect(try Self.told(relay, "t") == taken.changes.compactMap(\.id))
    }

    @Test func `a live one that is deleted ends as called off, without a place in the history`() throws {
        let relay = try Self.relay()
        _ = try Self.changes(relay, #"{"conversionId":"t","progress":0.1,"subscriberId":"u"}"#)
        let deleted = try relay.engine.process([.delete(conversionId: "t")], at: relay.now).changes
        #expect(deleted.count == 1)
        #expect(deleted.first?.phase == .cancelled && deleted.first?.id == nil && deleted.first?.isLast == true)
        #expect(deleted.first?.subscriberId == "u" && deleted.first?.contentState != nil)
    }

    @Test func `without a history ids are the clock's, rising, and stored with the activity`() throws {
        let relay = try Self.relay(history: false)
        var ids: [Int64] = []
        for progress in ["0.1", "0.2", "0.3"] {
            ids += try Self.changes(relay, #"{"conversionId":"t","progress":\#(progress)}"#).compactMap(\.id)
        }
        #expect(ids == [0, 1, 2].map { Int64(relay.now * 1e6) + $0 })
        #expect(try relay.row("t")?.history == ids.last)
        relay.engine.tellsChanges = false
        _ = try Self.changes(relay, #"{"conversionId":"t","progress":0.4}"#)
        #expect(try relay.row("t")?.history ?? 0 > ids[2], "whoever comes back is told that something changed")
    }
}
