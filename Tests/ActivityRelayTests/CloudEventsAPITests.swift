import JSON
import TestSupport
import Testing

/// CloudEvents at the door: structured, in a batch, and with their attributes as header fields.
@Suite(.timeLimit(.minutes(20))) struct CloudEventsAPITests {
    private static func relay() throws -> ServedRelay {
        try ServedRelay(arguments: ["--listen", "127.0.0.1:0", "--store", "sqlite::memory:"])
    }

    private static func post(
        _ relay: ServedRelay, _ body: String, _ type: String, headers: [(String, String)] = []
    ) throws -> HTTPAnswer {
        try relay.request("POST", "/v1/events", headers: [("Content-Type", type)] + headers, body: Array(body.utf8))
    }

    private static func event(_ id: String = "e-1", source: String = "/jobs", data: String = #"{"progress":0.5}"#)
        -> String
    {
        #"{"specversion":"1.0","id":"\#(id)","source":"\#(source)","type":"com.example.job","subject":"a","data":\#(data)}"#
    }

    private static func fields(_ change: [String: String?] = [:]) -> [(String, String)] {
        var fields: [String: String?] = [
            "ce-specversion": "1.0", "ce-id": "e-1", "ce-source": "/jobs", "ce-type": "com.example.job",
            "ce-subject": "a", "ce-time": "2026-09-21T14:13:20Z",
        ]
        for (name, value) in change { fields[name] = value }
        return fields.compactMap { name, value in value.map { (name, $0) } }
    }

    @Test(arguments: ["application/cloudevents+json", "Application/CloudEvents+JSON; charset=utf-8"])
    func `a structured one is an event, and its repeat a duplicate`(_ type: String) throws {
        let relay = try Self.relay()
        let first = try Self.post(relay, Self.event(), type)
        #expect(first.status == 202 && first.json.text("/conversionId") == "a")
        #expect(first.json.number("/contentState/progress") == 0.5)
        let again = try Self.post(relay, Self.event(), type)
        #expect(again.status == 200 && again.json.text("/outcome") == "duplicate")
        #expect(try Self.post(relay, Self.event(source: "/other"), type).status == 202)
        #expect(try Self.post(relay, Self.event("e-2"), type).status == 202)
    }

    @Test func `the same one in another form is the same event`() throws {
        let relay = try Self.relay()
        #expect(try Self.post(relay, Self.event(), "application/cloudevents+json").status == 202)
        let binary = try Self.post(relay, #"{"progress":0.5}"#, "application/json", headers: Self.fields())
        #expect(binary.status == 200 && binary.json.text("/outcome") == "duplicate")
        let batch = try Self.post(relay, "[\(Self.event())]", "application/cloudevents-batch+json")
        #expect(batch.json.text("/results/0/outcome") == "duplicate")
    }

    @Test func `a batch has a result for each`() throws {
        let relay = try Self.relay()
        let body = "[\(Self.event()),\(Self.event("e-2", data: #"{"progress":2}"#)),\(Self.event("e-3"))]"
        let answer = try Self.post(relay, body, "application/cloudevents-batch+json")
        #expect(answer.status == 200)
        #expect((0..<3).map { answer.json.number("/results/\($0)/status") } == [202, 400, 202])
        #expect(answer.json.text("/results/1/pointer") == "/data/progress")
        #expect(try Self.post(relay, "[]", "application/cloudevents-batch+json").status == 400)
        #expect(try Self.post(relay, "[\(Self.event())]", "application/cloudevents+json").status == 400)
    }

    @Test func `header fields are read as they were before they were made fit for it`() throws {
        let relay = try Self.relay()
        let answer = try Self.post(
            relay, #"{"progress":0.5}"#, "application/json",
            headers: Self.fields(["ce-subject": "\"a%2Db\"", "ce-id": "Euro%20%E2%82%AC"]))
        #expect(answer.status == 202 && answer.json.text("/conversionId") == "a-b")
        #expect(try relay.get("/v1/activities/a-b").json.number("/backend/occurredAt") == 1_790_000_000)
    }

    @Test func `what is wrong is said with its place`() throws {
        let relay = try Self.relay()
        func problem(_ change: [String: String?], _ body: String = "{}") throws -> (
            status: Int, detail: String, pointer: String?
        ) {
            let answer = try Self.post(relay, body, "application/json", headers: Self.fields(change))
            return (answer.status, answer.json.text("/detail") ?? "", answer.json.text("/pointer"))
        }
        for (name, value) in [
            ("ce-specversion", nil), ("ce-specversion", "0.3"), ("ce-id", nil), ("ce-source", nil), ("ce-type", nil),
            ("ce-time", "soon"), ("ce-subject", "a b"), ("ce-id", "%FF"), ("ce-id", "%2"),
        ] as [(String, String?)] {
            let problem = try problem([name: value])
            #expect(problem.status == 400 && problem.detail.contains("the header \(name)"), "\(problem.detail)")
            #expect(problem.pointer == nil)
        }
        #expect(try problem([:], #"{"progress":2}"#).pointer == "/progress")
        #expect(try problem([:], "[]").status == 400)
        let structured = try Self.post(relay, Self.event(data: #"{"progress":2}"#), "application/cloudevents+json")
        #expect(structured.status == 400 && structured.json.text("/pointer") == "/data/progress")
        #expect(try Self.post(relay, Self.event(), "application/cloudevents+xml").status == 415)
        #expect(try relay.activities() == [])
    }

    @Test func `a sender that asks whether it may is told so`() throws {
        let relay = try Self.relay()
        let answer = try relay.request(
            "OPTIONS", "/v1/events",
            headers: [("WebHook-Request-Origin", "eventemitter.example.com"), ("WebHook-Request-Rate", "120")])
        #expect(answer.status == 204)
        #expect(answer.header("WebHook-Allowed-Origin") == "eventemitter.example.com")
        #expect(answer.header("WebHook-Allowed-Rate") == "*")
        #expect(answer.header("Allow") == "POST, OPTIONS")
        let plain = try relay.request("OPTIONS", "/v1/events")
        #expect(plain.status == 204 && plain.header("WebHook-Allowed-Origin") == nil)
        let elsewhere = try relay.request("OPTIONS", "/v1/activities", headers: [("WebHook-Request-Origin", "x")])
        #expect(elsewhere.header("WebHook-Allowed-Origin") == nil)
    }
}
