import ActivityResolver
import Push
import Storage
import Testing

@testable import Relay

/// Why each value is shown, in the words of a look-up.
@Suite struct ExplanationTests {
    private func why(_ field: String, after events: [String], wait seconds: Double = 0) throws -> String? {
        let relay = try EngineFixture()
        for event in events {
            _ = try relay.take(event)
            relay.now += 1
        }
        relay.now += seconds
        let row = try #require(try relay.row("t"))
        let state = try StateReader(Rules()).read(row.state, conversionId: "t", subscriberId: nil)
        return state.activity.run.explanation(at: relay.now, Rules()).first { $0.field == field }?.why
    }

    @Test func `a lower progress told after a higher one is named, and why it is not shown`() throws {
        let events = ["{\"conversionId\":\"t\",\"progress\":0.5}", "{\"conversionId\":\"t\",\"progress\":0.2}"]
        #expect(
            try why("progress", after: events) == "the backend last said 0.2; what was shown does not go back (P1, P4)")
    }

    @Test func `nothing told is said to be nothing`() throws {
        let why = try why("progress", after: ["{\"conversionId\":\"t\",\"type\":\"start\"}"])
        #expect(why == "nothing was told, and no ETA or expectedDuration lets time move it (P2)")
    }

    @Test func `time that moves the ring is said, with its cap`() throws {
        let start = "{\"conversionId\":\"t\",\"type\":\"start\",\"estimatedCompletionDate\":1790000040}"
        #expect(try why("progress", after: [start], wait: 9) == "10.0 s have elapsed of 40.0 s (P3)")
        #expect(
            try why("progress", after: [start], wait: 59)
                == "60.0 s have elapsed of 40.0 s, and time alone reaches no more than 0.95 (P3)")
        #expect(try why("estimatedCompletionDate", after: [start], wait: 59) == "left out: it is past (D1)")
    }

    @Test func `a label that stands beside a fixed end is said to be the backend's to say`() throws {
        let start = "{\"conversionId\":\"t\",\"fixedEnd\":true,\"estimatedCompletionDate\":1790000100}"
        let why = "beside a fixed end time moves no label: the backend says it, by status or displayStatus (L2)"
        #expect(try self.why("status", after: [start], wait: 1) == "the progress has reached it (L2)")
        #expect(try self.why("status", after: [start], wait: 9) == why)
    }

    @Test func `a stale date of the backend's own that has passed stays until there is news`() throws {
        let start = "{\"conversionId\":\"t\",\"staleAt\":1790000010}"
        let why = "left out: the backend's own is past, and nothing came since (D2)"
        #expect(try self.why("staleAt", after: [start], wait: 20) == why)
        let news = ["{\"conversionId\":\"t\",\"staleAt\":1790000000.5}", "{\"conversionId\":\"t\",\"progress\":0.5}"]
        #expect(try self.why("staleAt", after: news) == "the last event and staleAfter; the backend's own is past (D2)")
    }

    @Test func `an eager label is said not to be believed yet`() throws {
        let events = ["{\"conversionId\":\"t\",\"status\":\"finalizing\",\"progress\":0.1}"]
        #expect(try why("status", after: events) == "the backend's finalizing is not believed yet (L3)")
    }

    @Test func `a ring that stands before anything has elapsed does not say that nothing was told`() throws {
        let relay = try EngineFixture()
        try relay.take("{\"conversionId\":\"t\",\"estimatedCompletionDate\":1790000040}")
        let state = try StateReader(Rules()).read(
            try #require(try relay.row("t")).state, conversionId: "t", subscriberId: nil)
        let why = state.activity.run.explanation(at: relay.now, Rules()).first { $0.field == "progress" }?.why
        #expect(why == "no progress was told, and nothing has elapsed yet of 40.0 s (P3)")
    }

    @Test func `an ETA that was past as it came is named, for it lets no time move the ring`() throws {
        let start = "{\"conversionId\":\"t\",\"estimatedCompletionDate\":1789999940}"
        let why = "no progress was told, and an ETA that was past as it came lets no time move it (P2)"
        #expect(try self.why("progress", after: [start]) == why)
        #expect(try self.why("estimatedCompletionDate", after: [start]) == "left out: it is past (D1)")
    }

    @Test func `a fixed end that was past as it came stays, without a countdown and its wording, and says why`() throws
    {
        let start =
            "{\"conversionId\":\"t\",\"fixedEnd\":true,\"estimatedCompletionDate\":1789999940,\"subtitle\":\"s\",\"subtitleOverflow\":\"any moment\"}"
        let pushes = try EngineFixture().take(start).pushes
        #expect(pushes.map(\.planned.contentState.estimatedCompletionDate) == [1_789_999_940])
        #expect(pushes.map(\.planned.contentState.subtitle) == ["s"])
        #expect(pushes.map(\.planned.contentState.timer) == [nil])
        #expect(
            try why("progress", after: [start])
                == "no progress was told, and the fixed end left no time to move it as it came (P2, P3)")
        #expect(
            try why("estimatedCompletionDate", after: [start])
                == "the fixed end, which stays though it is past (T2, D1)")
        #expect(
            try why("timer", after: [start])
                == "none: the fixed end is not later than the start, and so no overflow wording (T2, T6)")
    }

    @Test func `words that wait with a stage that is held back say so`() throws {
        let eager =
            "{\"conversionId\":\"t\",\"progress\":0.2,\"status\":\"finalizing\",\"displayStatus\":\"Almost there\"}"
        #expect(
            try why("displayStatus", after: [eager])
                == "the stage's label: the backend's words wait with finalizing (L3, L5)")
        let over = [
            "{\"conversionId\":\"t\",\"displayStatus\":\"Warming up\"}", "{\"conversionId\":\"t\",\"progress\":0.5}",
        ]
        #expect(
            try why("displayStatus", after: over)
                == "the stage's label: the backend's words were starting's, which is over (L5)")
    }
}
