import JSON
import TestSupport
import Testing

/// Registrations as they are seen over HTTP.
@Suite(.timeLimit(.minutes(20))) struct RegistrationAPITests {
    private static let key =
        #""subscriberId":"u","deviceId":"phone","conversionId":"t","kind":"update","sender":"log""#

    private func post(_ relay: ServedRelay, _ more: String, key: String = key) throws -> HTTPAnswer {
        try relay.post("/v1/registrations", "{\(key)\(more)}")
    }

    @Test func `a place is registered, seen, moved and deleted`() throws {
        let relay = try ServedRelay()
        try relay.event(#"{"conversionId":"t","subscriberId":"u","progress":0.3}"#)
        let first = try post(relay, #","token":"0123456789abcdef""#)
        #expect(first.status == 201)
        let id = try #require(first.json.text("/id"))
        #expect(first.json.text("/token") == "01234567…")
        let push = try #require(relay.push { $0.text("/target") == id })
        #expect(push.text("/reason") == "registered" && push.text("/event") == "start")
        let moved = try post(relay, #","token":"fedcba9876543210""#)
        #expect(moved.status == 200 && moved.json.text("/id") == id)
        let list = try relay.get("/v1/registrations?subscriberId=u")
        #expect(list.json.at("/registrations")?.arrayValue?.count == 1)
        #expect(list.json.text("/registrations/0/token") == "fedcba98…")
        #expect(try relay.get("/v1/registrations?subscriberId=other").json == JSONValue(#"{"registrations":[]}"#))
        let target = try relay.get("/v1/activities/t").json.at("/targets/0")
        #expect(target?.text("/target") == id && target?.text("/token") == "fedcba98…")
        #expect(try relay.request("DELETE", "/v1/registrations/\(id)").status == 204)
        #expect(try relay.request("DELETE", "/v1/registrations/\(id)").status == 404)
        #expect(try relay.get("/v1/activities/t").json.at("/targets") == .array([]))
        #expect(relay.process.errors.lines.allSatisfy { !$0.contains("0123456789") && !$0.contains("fedcba9876") })
    }

    private static let refusals: [(String, Int, String, String)] = [
        (#"{}"#, 400, "", "subscriberId"), (#"{"subscriberId":"u"}"#, 400, "", "kind"),
        (#"{"subscriberId":"u","kind":"update","conversionId":"t"}"#, 400, "", "sender"),
        (#"{"subscriberId":"u","kind":"update","sender":"log","token":"x"}"#, 400, "", "conversionId"),
        (#"{\#(key)}"#, 400, "/token", "not registered yet"), (#"{\#(key),"token":""}"#, 400, "/token", "visible"),
        (#"{\#(key),"token":"a b"}"#, 400, "/token", "visible"), (#"{\#(key),"token":7}"#, 400, "/token", "string"),
        (#"{\#(key),"tokn":"x"}"#, 400, "/tokn", "token"),
        (#"{\#(key),"environment":"dev"}"#, 400, "/environment", "sandbox"),
        (#"{"subscriberId":"u","kind":"start","sender":"log","token":"x"}"#, 400, "/kind", "update"),
        (
            #"{"subscriberId":"u","kind":"start","conversionId":"t","sender":"log","token":"x"}"#, 400, "/conversionId",
            "device"
        ),
        (
            #"{"subscriberId":"u","kind":"update","conversionId":"t","sender":"logg","token":"x"}"#, 400, "/sender",
            "log"
        ),
        (#"[]"#, 400, "", "object"),
    ]

    @Test func `a fault is told with its place`() throws {
        let relay = try ServedRelay()
        for (body, status, pointer, word) in Self.refusals {
            let answer = try relay.post("/v1/registrations", body)
            #expect(answer.status == status, "\(body)")
            #expect(answer.json.text("/pointer") == pointer, "\(body) \(answer.text)")
            #expect(answer.json.text("/detail")?.contains(word) == true, "\(body) \(answer.text)")
        }
        #expect(try relay.get("/v1/registrations").status == 400)
        #expect(try relay.get("/v1/registrations?subscriberId=u&x=1").status == 400)
    }

    @Test func `another subscriber's activity is refused`() throws {
        let relay = try ServedRelay()
        try relay.event(#"{"conversionId":"t","subscriberId":"w"}"#)
        let answer = try post(relay, #","token":"0123456789abcdef""#)
        #expect(answer.status == 409 && answer.json.text("/pointer") == "/subscriberId")
    }

    @Test func `the scope registrations opens them, and nothing else`() throws {
        let relay = try ServedRelay(
            configuration: """
                {"auth":{"tokens":[{"name":"app","secret":{"env":"APP_TOKEN"},"scopes":["registrations"]},
                  {"name":"backend","secret":{"env":"BACKEND_TOKEN"},"scopes":["events","read"]}]}}
                """,
            environment: ["APP_TOKEN": "app-0123456789abcdef", "BACKEND_TOKEN": "backend-0123456789abcdef"])
        let app = [("Authorization", "Bearer app-0123456789abcdef")]
        let backend = [("Authorization", "Bearer backend-0123456789abcdef")]
        let body = #"{\#(Self.key),"token":"0123456789abcdef"}"#
        #expect(try relay.post("/v1/registrations", body).status == 401)
        #expect(try relay.post("/v1/registrations", body, headers: backend).status == 403)
        #expect(try relay.post("/v1/registrations", body, headers: app).status == 201)
        #expect(try relay.get("/v1/registrations?subscriberId=u", headers: backend).status == 403)
        #expect(try relay.get("/v1/registrations?subscriberId=u", headers: app).status == 200)
        #expect(try relay.get("/v1/activities", headers: app).status == 403)
    }
}
