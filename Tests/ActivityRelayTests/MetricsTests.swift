import TestSupport
import Testing

/// `/metrics` of a relay at work.
@Suite(.timeLimit(.minutes(20))) struct `Metrics of a running relay` {
    private func metrics(_ relay: ServedRelay, headers: [(String, String)] = []) throws -> MetricSamples {
        let answer = try relay.get("/metrics", headers: headers)
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
        return try MetricSamples(answer.text)
    }

    @Test func `what was done is counted, and no id is in it`() throws {
        let relay = try ServedRelay()
        try relay.event(#"{"conversionId":"gen-private","subscriberId":"u-private","eventId":"e","progress":0.1}"#)
        try relay.event(#"{"conversionId":"gen-private","eventId":"e","progress":0.1}"#)
        try relay.event(#"{"conversionId":"gen-private","progress":7}"#)
        try relay.event(#"[{"conversionId":"other","type":"complete"},{"conversionId":"other"},{"x":1}]"#)
        _ = try relay.get("/v1/activities/unknown")
        _ = try relay.get("/nowhere")
        _ = try relay.settledPushes()
        let settled = TestClock.eventually {
            let samples = try? metrics(relay)
            return samples?["relay_pushes_total{sender=\"log\",event=\"start\",outcome=\"ok\"}"].map { $0 >= 2 }
                ?? false
        }
        #expect(settled)
        let answer = try relay.get("/metrics")
        #expect(!answer.text.contains("private"))
        let samples = try metrics(relay)
        #expect(samples["relay_events_total{outcome=\"accepted\"}"] == 3)
        #expect(samples["relay_events_total{outcome=\"duplicate\"}"] == 1)
        #expect(samples["relay_events_total{outcome=\"ignored\"}"] == 1)
        #expect(samples["relay_events_total{outcome=\"refused\"}"] == 2)
        #expect(samples["relay_http_requests_total{route=\"POST /v1/events\",status=\"202\"}"] == 2)
        #expect(samples["relay_http_requests_total{route=\"POST /v1/events\",status=\"400\"}"] == 1)
        #expect(
            samples["relay_http_requests_total{route=\"GET /v1/activities/{conversionId}\",status=\"404\"}"] == 1)
        #expect(samples["relay_http_requests_total{route=\"none\",status=\"404\"}"] == 1)
        #expect(samples["relay_activities{phase=\"active\"}"] == 2)
        #expect(samples["relay_activities{phase=\"completed\"}"] == 1)
        #expect(try #require(samples["relay_history_entries"]) >= 5)
        #expect(try #require(samples["relay_store_bytes"]) > 0)
        #expect(try #require(samples["relay_commit_seconds_count"]) >= 4)
        #expect(samples["relay_http_connections_refused_total"] == 0)
        #expect(try #require(samples["relay_http_connections"]) >= 1)
    }

    @Test func `a sender out of reach shows as a breaker that is open, and pushes that wait`() throws {
        let port = TakenPort()
        let relay = try ServedRelay(
            configuration: """
                {"senders":{"hook":{"type":"webhook","url":"http://127.0.0.1:\(port.number)/","timeout":1,
                "secret":{"env":"HOOK_SECRET"}}},"defaultSender":"hook","limits":{"retryMax":1}}
                """, environment: ["HOOK_SECRET": HookedRelay.secrets[0]])
        for number in 0..<8 { try relay.event(#"{"conversionId":"gen-\#(number)"}"#) }
        let isOpen = TestClock.eventually {
            let samples = try? metrics(relay)
            return samples?["relay_breaker_open{sender=\"hook\",scope=\"service\"}"] == 1
                && samples?["relay_pushes_waiting"].map { $0 > 0 } ?? false
        }
        #expect(isOpen)
    }

    @Test func `they need the scope read`() throws {
        let relay = try ServedRelay(
            configuration: """
                {"auth":{"tokens":[{"name":"r","secret":{"env":"READ"},"scopes":["read"]},
                {"name":"e","secret":{"env":"EVENTS"},"scopes":["events"]}]}}
                """, environment: ["READ": "read-0123456789abcdef", "EVENTS": "events-0123456789abcdef"])
        #expect(try relay.get("/metrics").status == 401)
        #expect(try relay.get("/metrics", headers: [("Authorization", "Bearer events-0123456789abcdef")]).status == 403)
        let samples = try metrics(relay, headers: [("Authorization", "Bearer read-0123456789abcdef")])
        #expect(samples["relay_http_requests_total{route=\"GET /metrics\",status=\"401\"}"] == 1)
        #expect(samples["relay_http_requests_total{route=\"GET /metrics\",status=\"403\"}"] == 1)
    }

    private static let promtool = try? InstalledProgram.path("promtool")

    @Test(.enabled(if: promtool != nil, "promtool (Debian's package prometheus) is not installed"))
    func `promtool finds nothing in them`() throws {
        let relay = try ServedRelay()
        try relay.event(#"{"conversionId":"a","progress":0.1}"#)
        let result = try CommandResult.of(
            program: #require(Self.promtool), ["check", "metrics"], input: relay.get("/metrics").body)
        #expect(result.code == 0)
        #expect(result.output + result.errors == [])
    }
}
