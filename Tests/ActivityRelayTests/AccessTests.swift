import JSON
import TestSupport
import Testing

/// Who may do what, and that no secret is ever told.
@Suite(.timeLimit(.minutes(20))) struct `Access` {
    static let secrets = [
        "events": "only-for-events-7Hq2", "read": "only-for-reading-9Xw4", "admin": "for-everything-3Kd8",
        "registrations": "for-registrations-5Lm1",
    ]

    static let configuration = #"""
        {"auth":{"tokens":[
          {"name":"e","secret":{"env":"TOKEN_EVENTS"},"scopes":["events"]},
          {"name":"r","secret":{"file":"read.txt"},"scopes":["read"]},
          {"name":"g","secret":{"env":"RELAY_REGISTRATIONS_TOKEN"},"scopes":["registrations"]},
          {"name":"a","secret":{"env":"TOKEN_ADMIN"},"scopes":["admin"]}]}}
        """#

    static func relay(level: String = "debug", listen: String = "127.0.0.1:0") throws -> ServedRelay {
        let folder = TemporaryFolder()
        folder.write("read.txt", (secrets["read"] ?? "") + "\n")
        return try ServedRelay(
            folder: folder, configuration: configuration,
            arguments: ["--listen", listen, "--store", "sqlite:\(folder.path("relay.db"))"],
            environment: [
                "TOKEN_EVENTS": secrets["events"] ?? "", "TOKEN_ADMIN": secrets["admin"] ?? "",
                "RELAY_REGISTRATIONS_TOKEN": secrets["registrations"] ?? "", "RELAY_LOG_LEVEL": level,
            ])
    }

    static func bearer(_ scope: String) -> [(String, String)] {
        [("Authorization", "Bearer \(secrets[scope] ?? scope)")]
    }

    /// A request, the scope that opens it, and its status then; the scope is nil where it is open to all.
    struct Guarded: CustomTestStringConvertible, Sendable {
        var method: String
        var path: String
        var body: String?
        var scope: String?
        var status: Int
        var testDescription: String { "\(method) \(path)" }
    }

    static let guarded = [
        Guarded(method: "POST", path: "/v1/events", body: #"{"conversionId":"b"}"#, scope: "events", status: 202),
        Guarded(method: "PUT", path: "/v1/activities/c", body: "{}", scope: "events", status: 202),
        Guarded(method: "POST", path: "/v1/activities/a/end", body: "", scope: "events", status: 202),
        Guarded(method: "DELETE", path: "/v1/activities/a", body: nil, scope: "events", status: 204),
        Guarded(method: "POST", path: "/v1/resolve", body: #"{"events":[],"now":0}"#, scope: "events", status: 200),
        Guarded(method: "GET", path: "/v1/activities/a", body: nil, scope: "read", status: 200),
        Guarded(method: "HEAD", path: "/v1/activities/a", body: nil, scope: "read", status: 200),
        Guarded(method: "GET", path: "/v1/activities", body: nil, scope: "read", status: 200),
        Guarded(method: "GET", path: "/", body: nil, scope: nil, status: 200),
        Guarded(method: "GET", path: "/healthz", body: nil, scope: nil, status: 200),
        Guarded(method: "GET", path: "/readyz", body: nil, scope: nil, status: 200),
    ]

    @Test(arguments: guarded, ["its scope", "admin"])
    func `each request is opened by its scope and by admin alone`(_ guarded: Guarded, _ opener: String) throws {
        let relay = try Self.relay()
        try relay.event(#"{"conversionId":"a"}"#, headers: Self.bearer("admin"))
        func ask(_ headers: [(String, String)]) throws -> HTTPAnswer {
            try relay.request(
                guarded.method, guarded.path, headers: headers, body: guarded.body.map { Array($0.utf8) })
        }
        guard let scope = guarded.scope else {
            #expect(try ask([]).status == guarded.status)
            #expect(try ask(Self.bearer("nobody")).status == guarded.status)
            return
        }
        let secret = Self.secrets[scope] ?? ""
        let wrong: [[(String, String)]] = [
            [], Self.bearer("nobody"), Self.bearer(""), Self.bearer("\(secret)x"), [("Authorization", secret)],
            [("Authorization", "Basic \(secret)")],
        ]
        for headers in wrong {
            let answer = try ask(headers)
            #expect(answer.status == 401, "\(headers)")
            #expect(answer.header("WWW-Authenticate") == "Bearer")
            #expect(answer.header("Content-Type") == "application/problem+json")
        }
        for other in ["events", "read", "registrations"] where other != scope {
            #expect(try ask(Self.bearer(other)).status == 403, "by \(other)")
        }
        #expect(try ask(Self.bearer(opener == "admin" ? "admin" : scope)).status == guarded.status)
    }

    @Test func `what is refused changes nothing`() throws {
        let relay = try Self.relay()
        for headers in [[], Self.bearer("nobody"), Self.bearer("read")] {
            try relay.event(#"{"conversionId":"a"}"#, headers: headers)
        }
        #expect(try relay.settledPushes(headers: Self.bearer("events")) == [])
        let list = try relay.get("/v1/activities", headers: Self.bearer("read"))
        #expect(list.json["activities"]?.arrayValue?.count == 1)
    }

    @Test func `a path that is not there needs no token to say so`() throws {
        let relay = try Self.relay()
        #expect(try relay.get("/v1/nothing").status == 404)
        #expect(try relay.get("/v1/events", headers: Self.bearer("read")).status == 405)
    }

    @Test func `with tokens any address is served`() throws {
        let relay = try Self.relay(listen: "0.0.0.0:0")
        #expect(try relay.get("/v1/activities", headers: Self.bearer("read")).status == 200)
    }

    @Test func `no secret is printed, whatever is asked`() throws {
        let relay = try Self.relay()
        var texts: [String] = []
        func ask(_ method: String, _ path: String, _ headers: [(String, String)], _ body: String? = nil) throws {
            let answer = try relay.request(method, path, headers: headers, body: body.map { Array($0.utf8) })
            texts += answer.headers.map { "\($0.name): \($0.value)" } + [answer.text]
        }
        let almost = "\(Self.secrets["admin"] ?? "")x"
        for headers in [[], Self.bearer(almost), Self.bearer("events"), Self.bearer("read"), Self.bearer("admin")] {
            for path in ["/v1/activities", "/v1/activities/a", "/healthz", "/readyz", "/nothing"] {
                try ask("GET", path, headers)
            }
            try ask("POST", "/v1/events", headers, #"{"conversionId":"a","displayStatus":"x"}"#)
            try ask("POST", "/v1/events", headers, "no JSON")
            try ask("POST", "/v1/resolve", headers, "{}")
        }
        #expect(relay.stop() == 0)
        let errors = relay.process.errors.all()
        #expect(!errors.contains { $0.contains("level=warning") }, "a variable that holds a secret is a known one")
        texts += errors + relay.process.output.all()
        for secret in Self.secrets.values {
            #expect(!texts.contains { $0.contains(secret) })
        }
    }

    @Test(arguments: [
        "too-short-xy", "with a blank in the middle", "two-lines-of-it\nsecond-line-of-it", "ümläüte-ümläüte-ü",
    ])
    func `a secret that is none is told of, but not told`(_ secret: String) throws {
        let folder = TemporaryFolder()
        folder.write("secret.txt", secret)
        let path = folder.write(
            "relay.json", #"{"auth":{"tokens":[{"name":"a","secret":{"file":"secret.txt"},"scopes":["read"]}]}}"#)
        let result = try CommandResult.of(["check", "--config", path], folder: folder.path)
        #expect(result.code == 1)
        #expect(result.errors.count == 1)
        #expect(result.errors.first?.contains("/auth/tokens/0/secret") == true)
        #expect(!result.errors.contains { line in secret.split(separator: "\n").contains { line.contains($0) } })
    }
}
