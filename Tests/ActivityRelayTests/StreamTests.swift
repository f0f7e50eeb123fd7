import Glibc
import JSON
import TestSupport
import Testing

/// Followers of activities, with the real program.
@Suite(.timeLimit(.minutes(20))) struct `Streams` {
    private static func progress(_ relay: ServedRelay, _ id: String, _ progress: Double, _ more: String = "") throws {
        let answer = try relay.event(
            #"{"conversionId":"\#(id)","status":"generating","progress":\#(progress)\#(more)}"#)
        #expect(answer.status == 202)
    }

    private static func end(_ relay: ServedRelay, _ id: String, _ phase: String = "completed") throws {
        try relay.post("/v1/activities/\(id)/end", #"{"phase":"\#(phase)"}"#)
    }

    @Test func `the current state comes first, then each change as it is resolved, and the end closes`() throws {
        let relay = try ServedRelay()
        try Self.progress(relay, "a", 0.1)
        let stream = try StreamClient(relay, "/v1/activities/a/stream")
        #expect(stream.head.status == 200)
        #expect(stream.head.header("Content-Type") == "text/event-stream")
        #expect(stream.head.header("Cache-Control") == "no-store")
        #expect(stream.head.header("X-Accel-Buffering") == "no")
        #expect(stream.head.header("X-Request-Id") != nil)
        let first = try #require(try stream.next())
        #expect(first.phase == "active" && first.conversionId == "a" && first.progress == 0.1)
        #expect(first.data.text("/contentState/displayStatus") == "Generating…")
        // Faster than pushes follow each other.
        for step in 2...5 {
            let answer = try relay.event(#"{"conversionId":"a","eventId":"e\#(step)","progress":0.\#(step)}"#)
            let message = try #require(try stream.next())
            #expect(message.data["contentState"] == answer.json["contentState"])
        }
        try relay.event(#"{"conversionId":"a","eventId":"e5","progress":0.9}"#)
        try Self.end(relay, "a")
        let last = try stream.rest()
        #expect(last.map(\.phase) == ["completed"], "the duplicate is no message")
        #expect(last.first?.progress == 1)
        let again = try StreamClient(relay, "/v1/activities/a/stream")
        #expect(try again.rest() == last, "how it ended, and no more")
    }

    @Test func `an unknown activity is waited for, and a restart followed by whoever comes back`() throws {
        let relay = try ServedRelay()
        let stream = try StreamClient(relay, "/v1/activities/later/stream")
        #expect(stream.head.status == 200)
        try Self.progress(relay, "other", 0.5)
        try Self.progress(relay, "later", 0.2)
        #expect(try stream.next()?.progress == 0.2)
        try Self.end(relay, "later", "failed")
        #expect(try stream.rest().map(\.phase) == ["failed"])
        let back = try StreamClient(relay, "/v1/activities/later/stream", after: stream.lastId)
        try relay.event(#"{"conversionId":"later","type":"start","attempt":2}"#)
        #expect(try back.next()?.phase == "active")
    }

    @Test func `what was missed is told after a crash, without a gap and without a double`() throws {
        let folder = TemporaryFolder()
        var ids: [Int64] = []
        var seen: [Double] = []
        var sent: [Double] = []
        for round in 0..<3 {
            let relay = try ServedRelay(folder: folder)
            for step in 0..<3 {
                sent.append(Double(round * 10 + step + 1) / 100)
                try Self.progress(relay, "a", sent[sent.count - 1])
            }
            let stream = try StreamClient(relay, "/v1/activities/a/stream", after: ids.last ?? 0)
            for message in try stream.take(3) {
                ids.append(message.id ?? 0)
                seen.append(message.progress ?? 0)
            }
            sent.append(Double(round * 10 + 5) / 100)
            try Self.progress(relay, "a", sent[sent.count - 1])
            let live = try #require(try stream.next())
            ids.append(live.id ?? 0)
            seen.append(live.progress ?? 0)
            // Not read by anybody.
            sent.append(Double(round * 10 + 6) / 100)
            if round < 2 {
                stream.close()
                try Self.progress(relay, "a", sent[sent.count - 1])
            }
            relay.crash()
            if round < 2 {
                let next = try ServedRelay(folder: folder)
                let missed = try #require(
                    try StreamClient(next, "/v1/activities/a/stream", after: ids.last).next())
                ids.append(missed.id ?? 0)
                seen.append(missed.progress ?? 0)
                next.crash()
            }
        }
        #expect(seen == Array(sent.dropLast()))
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `an id from which the history has gone leads to the current state`() throws {
        let relay = try ServedRelay(configuration: #"{"limits":{"history":2}}"#)
        try Self.progress(relay, "a", 0.1)
        let stream = try StreamClient(relay, "/v1/activities/a/stream")
        let first = try #require(try stream.next())
        stream.close()
        for step in 2...8 { try Self.progress(relay, "a", Double(step) / 10) }
        // And one that is ahead of everything: of a store whose place a copy from before has taken.
        for last in [first.id, 0, -5, 99_999] {
            let back = try StreamClient(relay, "/v1/activities/a/stream", after: last)
            #expect(try back.next()?.progress == 0.8)
            back.close()
        }
    }

    @Test func `without a history ids rise by the clock, and whoever comes back gets the current state`() throws {
        let folder = TemporaryFolder()
        let configuration = #"{"limits":{"history":0}}"#
        let relay = try ServedRelay(folder: folder, configuration: configuration)
        let stream = try StreamClient(relay, "/v1/activities/a/stream")
        for step in 1...3 { try Self.progress(relay, "a", Double(step) / 10) }
        let ids = try stream.take(3).compactMap(\.id)
        #expect(ids.count == 3 && ids[0] < ids[1] && ids[1] < ids[2] && ids[2] < 1 << 53)
        relay.crash()
        let next = try ServedRelay(folder: folder, configuration: configuration)
        let back = try StreamClient(next, "/v1/activities/a/stream", after: ids[2])
        try Self.progress(next, "a", 0.4)
        let message = try #require(try back.next())
        #expect(message.progress == 0.4 && message.id ?? 0 > ids[2])
        back.close()
        try Self.progress(next, "a", 0.5)
        let late = try StreamClient(next, "/v1/activities/a/stream", after: message.id)
        #expect(try late.next()?.progress == 0.5)
    }

    @Test func `a subscriber's stream has all that is the subscriber's, its live ones first`() throws {
        let relay = try ServedRelay(configuration: #"{"policy":{"supersede":false}}"#)
        for id in ["a", "b", "over"] { try Self.progress(relay, id, 0.1, #","subscriberId":"u""#) }
        try Self.progress(relay, "foreign", 0.1, #","subscriberId":"v""#)
        try Self.end(relay, "over")
        try Self.progress(relay, "a", 0.2)
        let stream = try StreamClient(relay, "/v1/stream?subscriberId=u")
        let all = try StreamClient(relay, "/v1/stream")
        #expect(try stream.take(2).map(\.conversionId) == ["b", "a"])
        #expect(try all.take(3).map(\.conversionId) == ["b", "foreign", "a"])
        try Self.progress(relay, "foreign", 0.2)
        try Self.end(relay, "a")
        try Self.progress(relay, "c", 0.1, #","subscriberId":"u""#)
        let messages = try stream.take(2)
        #expect(messages.map(\.conversionId) == ["a", "c"] && messages.map(\.phase) == ["completed", "active"])
        #expect(try all.take(3).map(\.conversionId) == ["foreign", "a", "c"])
        stream.close()
        try Self.end(relay, "b")
        try Self.progress(relay, "c", 0.2)
        let back = try StreamClient(relay, "/v1/stream?subscriberId=u", after: messages[1].id)
        let missed = try back.take(2)
        #expect(missed.map(\.conversionId) == ["b", "c"], "an end that was missed is told")
    }

    @Test func `what supersedes and what expires is told, also where nothing is pushed`() throws {
        let relay = try ServedRelay(configuration: #"{"defaultSender":null,"policy":{"silenceTimeout":0.5}}"#)
        try Self.progress(relay, "old", 0.3, #","subscriberId":"u""#)
        let old = try StreamClient(relay, "/v1/activities/old/stream")
        let known = try #require(try old.next())
        let user = try StreamClient(relay, "/v1/stream?subscriberId=u", after: known.id)
        try relay.event(#"{"conversionId":"new","type":"start","subscriberId":"u"}"#)
        #expect(try old.rest().map(\.phase) == ["superseded"])
        #expect(try user.take(3).map(\.phase) == ["superseded", "active", "expired"])
        let back = try StreamClient(relay, "/v1/stream?subscriberId=u", after: known.id)
        #expect(try back.take(3).map(\.phase) == ["superseded", "active", "expired"])
    }

    @Test func `an activity that is deleted ends its stream, and is not there after it`() throws {
        let relay = try ServedRelay()
        try Self.progress(relay, "a", 0.3, #","subscriberId":"u""#)
        let stream = try StreamClient(relay, "/v1/activities/a/stream")
        let user = try StreamClient(relay, "/v1/stream?subscriberId=u")
        _ = try (stream.next(), user.next())
        #expect(try relay.request("DELETE", "/v1/activities/a").status == 204)
        let rest = try stream.rest()
        #expect(rest.map(\.phase) == ["cancelled"] && rest.first?.id == nil)
        #expect(try user.next()?.phase == "cancelled")
        #expect(try StreamClient(relay, "/v1/activities/a/stream").head.status == 404)
    }

    @Test func `readers that come while much changes miss nothing and get nothing twice`() throws {
        let relay = try ServedRelay()
        try Self.progress(relay, "a", 0)
        let poster = try HTTPClient(port: relay.port)
        var readers: [StreamClient] = []
        for step in 1...100 {
            // Sent, and not yet answered: readers come before, between and after the commit and what it tells.
            try poster.sendRequest(
                "POST", "/v1/events", headers: [("Content-Type", "application/json")],
                body: Array(#"{"conversionId":"a","trackTitle":"\#(step)"}"#.utf8))
            readers.append(try StreamClient(relay, "/v1/activities/a/stream"))
            #expect(try poster.readAnswer().status == 202)
        }
        try Self.end(relay, "a")
        for (index, reader) in readers.enumerated() {
            let messages = try reader.rest()
            let titles = messages.map { $0.data.text("/contentState/trackTitle").flatMap { Int($0) } ?? 0 }
            #expect(titles.first == index || titles.first == index + 1)
            #expect(titles == Array((titles.first ?? 0)...100) + [100])
            let ids = messages.compactMap(\.id)
            #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test func `a stop ends streams whole`() throws {
        let relay = try ServedRelay()
        let stream = try StreamClient(relay, "/v1/stream")
        try Self.progress(relay, "a", 0.3)
        #expect(try stream.next()?.progress == 0.3)
        let begin = TestClock.now
        #expect(relay.stop() == 0)
        #expect(TestClock.now - begin < 8)
        #expect(try stream.rest().isEmpty)
    }

    @Test func `HEAD is answered, and wrong requests are refused`() throws {
        let relay = try ServedRelay()
        let client = try HTTPClient(port: relay.port)
        let head = try client.request("HEAD", "/v1/activities/a/stream")
        #expect(head.status == 200 && head.header("Content-Type") == "text/event-stream")
        #expect(try client.request("GET", "/healthz").status == 200)
        #expect(try relay.get("/v1/activities/a%20b/stream").status == 400)
        for query in ["?subscriberId=", "?a=b", "?subscriberId=u&subscriberId=v", "?subscriberId=%ff"] {
            #expect(try relay.get("/v1/stream\(query)").status == 400)
        }
        #expect(try relay.post("/v1/stream", "").status == 405)
    }
}
