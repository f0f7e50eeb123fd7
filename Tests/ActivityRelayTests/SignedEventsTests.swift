import Crypto
import JSON
import TestSupport
import Testing

/// Events that are signed as Standard Webhooks say, instead of carrying a token.
@Suite(.timeLimit(.minutes(20))) struct SignedEventsTests {
    private static let keys = [UInt8(1), 2, 3].map { [UInt8](repeating: $0, count: 32) }
    private static let secrets = keys.map { "whsec_" + Base64.standard.encode($0) }
    private static let event = #"{"conversionId":"a","status":"generating"}"#

    private static func relay(
        tokens: String = "", listen: String = "127.0.0.1:0", secrets: [Int] = [0, 1]
    ) throws -> ServedRelay {
        let folder = TemporaryFolder()
        let places = secrets.map { #"{"env":"HOOK_\#($0)"}"# }.joined(separator: ",")
        return try ServedRelay(
            folder: folder, configuration: #"{"auth":{"tokens":[\#(tokens)],"webhookSecrets":[\#(places)]}}"#,
            arguments: ["--listen", listen, "--store", "sqlite:\(folder.path("relay.db"))"],
            environment: [
                "HOOK_0": Self.secrets[0], "HOOK_1": Self.secrets[1], "TOKEN": "the-token-of-a-backend",
                "RELAY_LOG_LEVEL": "debug",
            ])
    }

    /// The fields of a request that was signed `ago` seconds ago.
    private static func headers(
        _ body: String = event, id: String = "msg_1", by key: Int = 0, ago: Int = 0, prefix: String = ""
    ) throws -> [(String, String)] {
        let timestamp = Int(TestClock.now) - ago
        let code = try HMACSHA256.authenticate(Array("\(id).\(timestamp).\(body)".utf8), key: keys[key])
        return [
            ("webhook-id", id), ("webhook-timestamp", "\(timestamp)"),
            ("webhook-signature", prefix + "v1," + Base64.standard.encode(code)),
        ]
    }

    @Test func `a signature by any secret lets an event in, once for each id`() throws {
        let relay = try Self.relay()
        #expect(try relay.event(Self.event, headers: try Self.headers()).status == 202)
        let again = try relay.event(Self.event, headers: try Self.headers())
        #expect(again.status == 200 && again.json.text("/outcome") == "duplicate")
        #expect(try relay.event(Self.event, headers: try Self.headers(id: "msg_2", by: 1)).status == 202)
        let many = try Self.headers(id: "msg_3", prefix: "v1a,AAAA v9,x v1,AAAA ")
        #expect(try relay.event(Self.event, headers: many).status == 202)
        let put = try relay.request(
            "PUT", "/v1/activities/a",
            headers: [("Content-Type", "application/json")] + (try Self.headers("{}", id: "msg_4")),
            body: Array("{}".utf8))
        #expect(put.status == 202)
        #expect(try relay.event("[\(Self.event)]", headers: try Self.headers("[\(Self.event)]")).status == 200)
    }

    @Test func `what is wrong is said, and changes nothing`() throws {
        let relay = try Self.relay(tokens: #"{"name":"t","secret":{"env":"TOKEN"},"scopes":["admin"]}"#)
        let good = try Self.headers()
        func refusal(_ headers: [(String, String)], _ body: String = Self.event) throws -> String? {
            let answer = try relay.event(body, headers: headers)
            return answer.status == 401 ? answer.json.text("/detail") : "\(answer.status)"
        }
        func without(_ name: String) -> [(String, String)] { good.filter { $0.0 != name } }
        func with(_ name: String, _ value: String) -> [(String, String)] { without(name) + [(name, value)] }
        let wrong = "none of the signatures in webhook-signature is right for this body"
        let wishes: [(headers: [(String, String)], body: String, detail: String)] = [
            (good, Self.event + " ", wrong), (try Self.headers(by: 2), Self.event, wrong),
            (with("webhook-id", "msg_2"), Self.event, wrong),
            (without("webhook-id"), Self.event, "webhook-id is missing: a signed request has one"),
            (without("webhook-timestamp"), Self.event, "webhook-timestamp is missing: a signed request has one"),
            (without("webhook-signature"), Self.event, "webhook-signature is missing: a signed request has one"),
            (with("webhook-timestamp", "now"), Self.event, "webhook-timestamp is not Unix seconds"),
            (try Self.headers(ago: 400), Self.event, "webhook-timestamp is too old: more than 5 minutes"),
            (try Self.headers(ago: -400), Self.event, "webhook-timestamp is too far ahead: more than 5 minutes"),
            (with("webhook-signature", "v1a,AAAA"), Self.event, "webhook-signature holds no signature of version v1"),
        ]
        for wish in wishes { #expect(try refusal(wish.headers, wish.body) == wish.detail) }
        let admin = [("Authorization", "Bearer the-token-of-a-backend")]
        #expect(try relay.get("/v1/activities", headers: admin).json["activities"] == .array([]))
        #expect(try relay.event(Self.event, headers: good).status == 202, "and what is right is let in")
        relay.stop()
        let lines = relay.process.errors.all()
        #expect(!lines.contains { line in Self.secrets.contains { line.contains($0) } })
        #expect(!lines.contains { $0.contains(good[2].1) }, "no signature is logged")
    }

    @Test func `beside an Authorization a signature has no say`() throws {
        let relay = try Self.relay(tokens: #"{"name":"t","secret":{"env":"TOKEN"},"scopes":["events"]}"#)
        let wrong = try Self.headers() + [("Authorization", "Bearer nobody-knows-this-one")]
        #expect(try relay.event(Self.event, headers: wrong).json.text("/detail") == "the token is not known")
        let right = try Self.headers(by: 2, ago: 9999) + [("Authorization", "Bearer the-token-of-a-backend")]
        #expect(try relay.event(Self.event, headers: right).status == 202)
    }

    @Test func `with secrets alone the door is closed for all else, and any address is served`() throws {
        let relay = try Self.relay(listen: "0.0.0.0:0")
        #expect(try relay.event(Self.event, headers: try Self.headers()).status == 202)
        #expect(try relay.event(Self.event).status == 401)
        let closed = [
            ("GET", "/v1/activities"), ("GET", "/v1/activities/a"), ("POST", "/v1/activities/a/end"),
            ("DELETE", "/v1/activities/a"), ("POST", "/v1/resolve"), ("POST", "/v1/registrations"),
            ("POST", "/v1/subscribers/u/token"),
        ]
        for (method, path) in closed {
            let answer = try relay.request(method, path, headers: try Self.headers(""), body: [])
            #expect(answer.status == 401 || answer.status == 429, "\(method) \(path)")
        }
        #expect(try relay.get("/healthz").status == 200)
        #expect(try relay.event(Self.event, headers: try Self.headers(id: "msg_9")).status == 202)
    }

    @Test func `a signed body that is too long is not read to its end`() throws {
        let relay = try Self.relay()
        let client = try HTTPClient(port: relay.port)
        var head = "POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n"
        for (name, value) in try Self.headers() { head += "\(name): \(value)\r\n" }
        try client.send(Array("\(head)\r\n".utf8))
        #expect(try client.readAnswer().status == 413)
    }
}
