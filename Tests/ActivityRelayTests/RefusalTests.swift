import JSON
import Telemetry
import TestSupport
import Testing

@testable import Relay

/// Wrong credentials again and again, where requests come from, and what they are called.
@Suite(.timeLimit(.minutes(20))) struct RefusalTests {
    private static let secret = "the-token-of-a-backend"

    private static func relay(
        proxies: String = "[]", environment: [String: String] = [:], tokens: Bool = true
    ) throws -> ServedRelay {
        let auth = #""auth":{"tokens":[{"name":"t","secret":{"env":"TOKEN"},"scopes":["admin"]}]},"#
        return try ServedRelay(
            configuration: #"{\#(tokens ? auth : "")"listen":{"port":0,"trustedProxies":\#(proxies)}}"#,
            arguments: ["--store", "sqlite::memory:"],
            environment: ["TOKEN": secret, "RELAY_LOG_LEVEL": "debug"].merging(environment) { $1 })
    }

    private static func ask(
        _ relay: ServedRelay, _ token: String?, from client: String? = nil
    ) throws -> HTTPAnswer {
        let headers =
            (token.map { [("Authorization", "Bearer \($0)")] } ?? [])
            + (client.map { [("X-Forwarded-For", $0)] } ?? [])
        return try relay.get("/v1/activities", headers: headers)
    }

    @Test func `after ten wrong ones in a minute a client is told to wait, but a right one is let in`() throws {
        let relay = try Self.relay()
        var statuses: [Int] = []
        for number in 0..<9 { statuses.append(try Self.ask(relay, "wrong-\(number)").status) }
        statuses.append(try Self.ask(relay, nil).status)
        #expect(statuses == Array(repeating: 401, count: 10))
        let refused = try Self.ask(relay, "wrong-again")
        #expect(refused.status == 429)
        let pause = try #require(refused.header("Retry-After").flatMap { Int($0) })
        #expect((1...60).contains(pause))
        #expect(refused.json.text("/title") == "Too Many Requests")
        #expect(try Self.ask(relay, Self.secret).status == 200)
        #expect(try Self.ask(relay, "wrong-again").status == 429)
        #expect(try relay.get("/healthz").status == 200)
        #expect(
            try relay.event(#"{"conversionId":"a"}"#, headers: [("Authorization", "Bearer \(Self.secret)")]).status
                == 202)
    }

    @Test func `who shows a token that was right is told that it expired, however many wrong ones came`() throws {
        let relay = try Self.relay()
        let expired = try #require(
            SubscriberTokens(derivedFrom: [Secret(Self.secret)]).make("u", expires: 1_700_000_000))
        func show(_ token: String) throws -> HTTPAnswer {
            try relay.get("/v1/activities?subscriberId=u", headers: [("Authorization", "Bearer \(token)")])
        }
        for _ in 0..<12 { #expect(try show(expired).status == 401) }
        // The twelve were no guesses: ten are left.
        for number in 0..<10 { #expect(try show("wrong-\(number)").status == 401) }
        #expect(try show("wrong").status == 429)
        let told = try show(expired)
        #expect(told.status == 401 && told.header("WWW-Authenticate") == "Bearer")
        #expect(told.json.text("/detail") == "the subscriber token has expired: ask for a new one")
    }

    @Test func `a proxy's clients are told apart where it is trusted, and only there`() throws {
        let trusting = try Self.relay(proxies: #"["127.0.0.0/8"]"#)
        for number in 0..<10 { _ = try Self.ask(trusting, "wrong-\(number)", from: "203.0.113.9") }
        #expect(try Self.ask(trusting, "wrong", from: "203.0.113.9").status == 429)
        #expect(try Self.ask(trusting, "wrong", from: "198.51.100.1, 203.0.113.9").status == 429, "the last one counts")
        #expect(try Self.ask(trusting, "wrong", from: "203.0.113.10").status == 401)
        #expect(try Self.ask(trusting, "wrong").status == 401)
        let other = try Self.relay()
        for number in 0..<10 { _ = try Self.ask(other, "wrong", from: "203.0.113.\(number)") }
        #expect(try Self.ask(other, "wrong", from: "203.0.113.77").status == 429)
        trusting.stop()
        #expect(
            trusting.process.errors.all().contains { $0.contains("status=401") && $0.contains("client=203.0.113.10") })
    }

    @Test func `an answer carries the request's own id, or a new one`() throws {
        let relay = try Self.relay(tokens: false)
        func id(_ method: String, _ path: String, _ own: String?, body: String? = nil) throws -> String? {
            let headers = [("Content-Type", "application/json")] + (own.map { [("X-Request-Id", $0)] } ?? [])
            return try relay.request(method, path, headers: headers, body: body.map { Array($0.utf8) }).header(
                "X-Request-Id")
        }
        let requests: [(String, String, String?)] = [
            ("GET", "/healthz", nil), ("GET", "/v1/activities", nil), ("GET", "/v1/activities/none", nil),
            ("GET", "/nothing", nil), ("DELETE", "/healthz", nil), ("OPTIONS", "/v1/events", nil),
            ("POST", "/v1/events", #"{"conversionId":"a"}"#), ("POST", "/v1/events", "no JSON"),
            ("POST", "/v1/resolve", #"{"events":[],"now":0}"#), ("POST", "/v1/activities/a/end", ""),
        ]
        var made: Set<String> = []
        for (method, path, body) in requests {
            #expect(try id(method, path, "my-id/42", body: body) == "my-id/42", "\(method) \(path)")
            for other in [nil, String(repeating: "x", count: 129), "with a blank", "ümlaut"] {
                let new = try #require(try id(method, path, other, body: body))
                #expect(new != other && made.insert(new).inserted && new.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            }
        }
        let long = try HTTPClient(port: relay.port)
        try long.send(
            Array(
                "POST /v1/events HTTP/1.1\r\nHost: a\r\nX-Request-Id: my-id/43\r\nContent-Length: 2000000\r\n\r\n".utf8)
        )
        let tooLong = try long.readAnswer()
        #expect(tooLong.status == 413 && tooLong.header("X-Request-Id") == "my-id/43")
        let broken = try HTTPClient(port: relay.port)
        try broken.send(Array("NONSENSE\r\n\r\n".utf8))
        let answer = try broken.readAnswer()
        #expect(answer.status == 400 && answer.header("X-Request-Id") != nil)
    }

    @Test func `a problem is logged with its request's id, at debug`() throws {
        let relay = try Self.relay(tokens: false)
        _ = try relay.get("/v1/activities/none?x=y", headers: [("X-Request-Id", "my-id-42")])
        let line = relay.process.waitForLine { $0.contains("requestId=my-id-42") }
        let text = try #require(line)
        for part in [
            "level=debug", "status=404", "client=127.0.0.1", #"request="GET /v1/activities/none""#,
            #"detail="no activity of this conversionId is known""#,
        ] {
            #expect(text.contains(part), "\(text)")
        }
        let quiet = try Self.relay(environment: ["RELAY_LOG_LEVEL": "info"], tokens: false)
        _ = try quiet.get("/v1/activities/none", headers: [("X-Request-Id", "my-id-42")])
        quiet.stop()
        #expect(!quiet.process.errors.all().contains { $0.contains("my-id-42") })
    }
}
