import Glibc
import JSON
import TestSupport
import Testing

/// Who may follow what, and for how long.
@Suite(.timeLimit(.minutes(20))) struct `Access to streams` {
    private static let configuration = #"""
        {"auth":{"tokens":[{"name":"a","secret":{"env":"TOKEN_ADMIN"},"scopes":["admin"]},
          {"name":"e","secret":{"env":"TOKEN_EVENTS"},"scopes":["events"]}%MORE%]}}
        """#
    private static let admin = "for-everything-3Kd8-and-more"
    private static let events = "for-events-only-7Hq2-and-more"
    private static let reader = "for-reading-only-5Wx1-and-more"
    private static let more = #",{"name":"r","secret":{"env":"TOKEN_READ"},"scopes":["read"]}"#

    private static func relay(_ more: String = more) throws -> ServedRelay {
        try ServedRelay(
            configuration: configuration.replacing("%MORE%", with: more),
            environment: ["TOKEN_ADMIN": admin, "TOKEN_EVENTS": events, "TOKEN_READ": reader])
    }

    private static func bearer(_ token: String) -> [(String, String)] { [("Authorization", "Bearer \(token)")] }

    private static func token(_ relay: ServedRelay, _ subscriberId: String, _ body: String = "") throws -> String {
        let answer = try relay.post("/v1/subscribers/\(subscriberId)/token", body, headers: bearer(admin))
        return try #require(answer.json.text("/token"))
    }

    private static func event(_ relay: ServedRelay, _ id: String, _ subscriberId: String) throws {
        try relay.event(#"{"conversionId":"\#(id)","subscriberId":"\#(subscriberId)"}"#, headers: bearer(events))
    }

    /// How many streams were cut for that reason.
    private static func cut(_ relay: ServedRelay, _ reason: String) throws -> Double? {
        let answer = try relay.get("/metrics", headers: bearer(admin))
        return try MetricSamples(answer.text)["relay_streams_cut_total{reason=\"\(reason)\"}"]
    }

    @Test func `reading takes a token of that scope`() throws {
        let relay = try Self.relay()
        for path in ["/v1/activities/a/stream", "/v1/stream", "/v1/stream?subscriberId=u"] {
            #expect(try StreamClient(relay, path).head.status == 401)
            #expect(try StreamClient(relay, path, token: Self.events).head.status == 403)
            #expect(try StreamClient(relay, path, token: Self.reader).head.status == 200)
        }
    }

    @Test func `a subscriber follows its own, and is never told whether another's is there`() throws {
        let relay = try Self.relay()
        let own = try Self.token(relay, "u")
        #expect(try StreamClient(relay, "/v1/stream", token: own).head.status == 403)
        #expect(try StreamClient(relay, "/v1/stream?subscriberId=v", token: own).head.status == 403)
        try Self.event(relay, "theirs", "v")
        let theirs = try StreamClient(relay, "/v1/activities/theirs/stream", token: own)
        let later = try StreamClient(relay, "/v1/activities/later/stream", token: own)
        let mine = try StreamClient(relay, "/v1/activities/mine/stream", token: own)
        let all = try StreamClient(relay, "/v1/stream?subscriberId=u", token: own)
        #expect(theirs.head.status == 200 && later.head.status == 200)
        for id in ["theirs", "later"] { try Self.event(relay, id, "v") }
        try Self.event(relay, "mine", "u")
        #expect(try mine.next()?.conversionId == "mine")
        #expect(try all.next()?.conversionId == "mine")
        for id in ["theirs", "later"] {
            _ = try relay.request("DELETE", "/v1/activities/\(id)", headers: Self.bearer(Self.events))
        }
        let gone = try StreamClient(relay, "/v1/activities/theirs/stream", token: own)
        #expect(gone.head.status == 200)
        #expect(relay.stop() == 0)
        #expect(try theirs.rest().isEmpty && later.rest().isEmpty && gone.rest().isEmpty)
    }

    @Test func `a stream ends with the life of its token`() throws {
        let relay = try Self.relay()
        let own = try Self.token(relay, "u", #"{"ttl":2}"#)
        let begin = TestClock.now
        let stream = try StreamClient(relay, "/v1/stream?subscriberId=u", token: own)
        #expect(stream.head.status == 200)
        #expect(try stream.rest().isEmpty)
        #expect(TestClock.now - begin < 5)
        #expect(try Self.cut(relay, "expired") == 1)
        #expect(try StreamClient(relay, "/v1/stream?subscriberId=u", token: own).head.status == 401)
    }

    @Test func `a reload that takes a token away ends its streams, and no others`() throws {
        let relay = try Self.relay()
        let revoked = try StreamClient(relay, "/v1/stream", token: Self.reader)
        let own = try Self.token(relay, "u")
        let kept = try StreamClient(relay, "/v1/stream?subscriberId=u", token: own)
        #expect(revoked.head.status == 200 && kept.head.status == 200)
        _ = relay.folder.write("relay.json", Self.configuration.replacing("%MORE%", with: ""))
        relay.process.terminate(SIGHUP)
        #expect(try revoked.rest().isEmpty)
        #expect(try Self.cut(relay, "revoked") == 1)
        try Self.event(relay, "mine", "u")
        #expect(try kept.next()?.conversionId == "mine")
    }

    @Test func `a subscriber has so many streams at once, and a closed one makes room`() throws {
        let relay = try Self.relay()
        let own = try Self.token(relay, "u")
        let streams = try (0..<100).map { _ in try StreamClient(relay, "/v1/activities/a/stream", token: own) }
        #expect(streams.allSatisfy { $0.head.status == 200 })
        let refused = try StreamClient(relay, "/v1/stream?subscriberId=u", token: own)
        #expect(refused.head.status == 429 && refused.head.header("Retry-After") == "10")
        let others = try Self.token(relay, "v")
        #expect(try StreamClient(relay, "/v1/stream?subscriberId=v", token: others).head.status == 200)
        streams[50].close()
        #expect(
            TestClock.eventually {
                (try? StreamClient(relay, "/v1/activities/a/stream", token: own).head.status) == 200
            })
        _ = streams.count
    }
}
