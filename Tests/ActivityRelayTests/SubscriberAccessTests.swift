import JSON
import TestSupport
import Testing

/// Apps with a subscriber's token: what it opens, and how it is refused.
@Suite(.timeLimit(.minutes(20))) struct SubscriberAccessTests {
    private static let configuration = #"""
        {"auth":{"tokens":[{"name":"a","secret":{"env":"TOKEN_ADMIN"},"scopes":["admin"]},
          {"name":"e","secret":{"env":"TOKEN_EVENTS"},"scopes":["events","read","registrations"]}]%MORE%},
         "senders":{"log":{"type":"log"}},"defaultSender":null}
        """#
    private static let admin = "for-everything-3Kd8"
    private static let backend = "all-but-admin-7Hq2"
    private static let key = "a-key-of-thirty-two-characters-1"

    private static func relay(
        _ more: String = "", admin: String = admin, folder: TemporaryFolder = TemporaryFolder()
    ) throws -> ServedRelay {
        try ServedRelay(
            folder: folder, configuration: configuration.replacing("%MORE%", with: more),
            environment: [
                "TOKEN_ADMIN": admin, "TOKEN_EVENTS": backend, "SUBSCRIBER_KEY": key, "RELAY_LOG_LEVEL": "debug",
            ])
    }

    private static func bearer(_ token: String) -> [(String, String)] { [("Authorization", "Bearer \(token)")] }

    private static func ask(_ relay: ServedRelay, _ subscriberId: String, _ body: String = "") throws -> HTTPAnswer {
        try relay.post("/v1/subscribers/\(subscriberId)/token", body, headers: bearer(admin))
    }

    private static func token(_ relay: ServedRelay, _ subscriberId: String, _ body: String = "") throws -> String {
        try ask(relay, subscriberId, body).json.text("/token") ?? ""
    }

    private static func registration(_ subscriberId: String, _ conversionId: String) -> String {
        #"{"subscriberId":"\#(subscriberId)","kind":"update","conversionId":"\#(conversionId)","sender":"log","#
            + #""token":"place-\#(subscriberId)"}"#
    }

    @Test(arguments: [
        ("", 3600.0), ("{}", 3600), (#"{"ttl":null}"#, 3600), (#"{"ttl":1}"#, 1), (#"{"ttl":2592000}"#, 2_592_000),
    ])
    func `a token says whose it is and until when`(_ body: String, _ life: Double) throws {
        let relay = try Self.relay()
        let before = TestClock.now
        let answer = try Self.ask(relay, "u%207", body)
        #expect(answer.status == 200)
        #expect(answer.json.text("/subscriberId") == "u 7")
        #expect(answer.json.text("/token")?.hasPrefix("sub1.") == true)
        let expires = try #require(answer.json.number("/expires"))
        #expect(expires >= (before + life).rounded(.down) && expires <= TestClock.now + life)
        #expect(answer.header("Cache-Control") == "no-store")
    }

    @Test func `a wish that cannot be met says why`() throws {
        let relay = try Self.relay()
        for ttl in ["0", "-1", "2592001", "1.5", "\"1\"", "1e99"] {
            let answer = try Self.ask(relay, "u", #"{"ttl":\#(ttl)}"#)
            #expect(answer.status == 400 && answer.json.text("/pointer") == "/ttl", "\(ttl)")
        }
        for (path, body) in [
            ("u", "[]"), ("u", #"{"tll":1}"#), ("%20", ""), (String(repeating: "x", count: 257), ""), ("%00", ""),
        ] {
            #expect(try Self.ask(relay, path, body).status == 400, "\(path) \(body)")
        }
        #expect(try relay.post("/v1/subscribers/u/token", "", headers: Self.bearer(Self.backend)).status == 403)
        #expect(try relay.post("/v1/subscribers/u/token", "").status == 401)
        let own = try Self.token(relay, "u")
        #expect(try relay.post("/v1/subscribers/u/token", "", headers: Self.bearer(own)).status == 403)
    }

    @Test func `it opens what is of its subscriber, and nothing else`() throws {
        let relay = try Self.relay()
        try relay.event(
            #"[{"conversionId":"mine","subscriberId":"u"},{"conversionId":"yours","subscriberId":"v"},{"conversionId":"nobody"}]"#,
            headers: Self.bearer(Self.backend))
        let app = Self.bearer(try Self.token(relay, "u"))
        #expect(try relay.get("/v1/activities/mine", headers: app).status == 200)
        let unknown = try relay.get("/v1/activities/none", headers: app)
        for other in ["yours", "nobody"] {
            let answer = try relay.get("/v1/activities/\(other)", headers: app)
            #expect(answer.status == 404 && answer.text == unknown.text, "\(other)")
        }
        let list = try relay.get("/v1/activities?subscriberId=u", headers: app)
        #expect(list.json["activities"]?.arrayValue?.compactMap { $0.text("/conversionId") } == ["mine"])
        for query in ["", "?subscriberId=v", "?limit=1"] {
            #expect(try relay.get("/v1/activities\(query)", headers: app).status == 403, "\(query)")
        }
        for query in [
            "?subscriberId=v&subscriberId=", "?subscriberId=u&subscriberId=v", "?subscriberId=u&subscriberId=u",
        ] {
            #expect(try relay.get("/v1/activities\(query)", headers: app).status == 400, "\(query)")
        }
        let forbidden = [
            ("POST", "/v1/events", #"{"conversionId":"mine"}"#), ("PUT", "/v1/activities/mine", "{}"),
            ("POST", "/v1/activities/mine/end", ""), ("DELETE", "/v1/activities/mine", ""),
            ("POST", "/v1/resolve", #"{"events":[],"now":0}"#),
        ]
        for (method, path, body) in forbidden {
            let answer = try relay.request(method, path, headers: app, body: Array(body.utf8))
            #expect(answer.status == 403, "\(method) \(path)")
        }
        #expect(try relay.get("/v1/activities/mine", headers: app).json.text("/phase") == "active")
    }

    @Test func `it registers, lists and forgets its own places alone`() throws {
        let relay = try Self.relay()
        let app = Self.bearer(try Self.token(relay, "u"))
        let made = try relay.post("/v1/registrations", Self.registration("u", "mine"), headers: app)
        #expect(made.status == 201)
        let own = made.json.text("/id") ?? ""
        let foreign = Self.registration("v", "yours")
        #expect(try relay.post("/v1/registrations", foreign, headers: app).status == 403)
        let other =
            try relay.post("/v1/registrations", foreign, headers: Self.bearer(Self.backend)).json.text("/id") ?? ""
        let list = try relay.get("/v1/registrations?subscriberId=u", headers: app)
        #expect(list.json["registrations"]?.arrayValue?.compactMap { $0.text("/id") } == [own])
        #expect(try relay.get("/v1/registrations?subscriberId=v", headers: app).status == 403)
        let unknown = try relay.request("DELETE", "/v1/registrations/none", headers: app)
        let theirs = try relay.request("DELETE", "/v1/registrations/\(other)", headers: app)
        #expect(unknown.status == 404 && theirs.status == 404 && unknown.text == theirs.text)
        #expect(try relay.request("DELETE", "/v1/registrations/\(own)", headers: app).status == 204)
        let left = try relay.get("/v1/registrations?subscriberId=v", headers: Self.bearer(Self.backend))
        #expect(left.json["registrations"]?.arrayValue?.count == 1)
    }

    @Test func `one that is expired, altered or of another key is refused with the reason, and not shown`() throws {
        let relay = try Self.relay()
        let brief = try Self.token(relay, "u", #"{"ttl":1}"#)
        let good = try Self.token(relay, "u")
        func refusal(_ token: String) throws -> String? {
            let answer = try relay.get("/v1/activities?subscriberId=u", headers: Self.bearer(token))
            guard answer.status == 401, answer.header("WWW-Authenticate") == "Bearer" else { return nil }
            #expect(!answer.text.contains(token.suffix(20)))
            return answer.json.text("/detail")
        }
        let parts = good.split(separator: ".")
        let altered = "the subscriber token was altered, or signed with a key that counts no more"
        #expect(try refusal("sub1.\(parts[1]).\(parts[2].reversed().map(String.init).joined())x") != nil)
        #expect(try refusal("sub1.\(brief.split(separator: ".")[1]).\(parts[2])") == altered)
        #expect(try refusal("sub1.\(parts[1])") == "the subscriber token is not whole")
        let others = try Self.relay(#","subscriberKey":{"env":"SUBSCRIBER_KEY"}"#)
        #expect(try refusal(try Self.token(others, "u")) == altered)
        #expect(
            try TestClock.eventually {
                try relay.get("/v1/activities?subscriberId=u", headers: Self.bearer(brief)).status == 401
            })
        #expect(try refusal(brief) == "the subscriber token has expired: ask for a new one")
        #expect(try relay.get("/v1/activities?subscriberId=u", headers: Self.bearer(good)).status == 200)
        relay.stop()
        let lines = relay.process.errors.all()
        for token in [brief, good, Self.admin, Self.backend] {
            #expect(!lines.contains { $0.contains(token) })
        }
    }

    @Test func `it outlives a restart, and is known by relays of the same configuration`() throws {
        let key = #","subscriberKey":{"env":"SUBSCRIBER_KEY"}"#
        for more in ["", key] {
            let token = try Self.token(try Self.relay(more), "u")
            let other = try Self.relay(more)
            #expect(try other.get("/v1/registrations?subscriberId=u", headers: Self.bearer(token)).status == 200)
        }
        // With a key of its own it does not hang by the admin's token.
        let token = try Self.token(try Self.relay(key), "u")
        let rotated = try Self.relay(key, admin: "another-admin-3Kd8")
        #expect(try rotated.get("/v1/registrations?subscriberId=u", headers: Self.bearer(token)).status == 200)
    }
}

extension String {
    /// The text with a part of it replaced.
    fileprivate func replacing(_ part: String, with other: String) -> String {
        split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
    }
}
