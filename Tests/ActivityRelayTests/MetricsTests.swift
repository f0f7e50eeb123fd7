import TestSupport
import Testing

@testable import Relay

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

    @Test func `streams that are open are counted, and that they were closed is no cut`() throws {
        let relay = try ServedRelay()
        let streams = try (0..<3).map { _ in try StreamClient(relay, "/v1/stream") }
        #expect(streams.allSatisfy { $0.head.status == 200 })
        #expect(try metrics(relay)["relay_streams"] == 3)
        for stream in streams { stream.close() }
        #expect(TestClock.eventually { (try? metrics(relay))?["relay_streams"] == 0 })
        let samples = try metrics(relay)
        for reason in ["slow", "behind", "expired", "revoked"] {
            #expect(samples["relay_streams_cut_total{reason=\"\(reason)\"}"] == 0)
        }
    }

    @Test func `the operations page lists them, no more and no less`() throws {
        let relay = try ServedRelay()
        let samples = try metrics(relay)
        let served = samples.kinds.map { name, kind in
            Self.row(name, kind, samples.labels[name] ?? [])
        }
        let listed = Self.listed()
        #expect(Set(served).subtracting(listed).sorted() == [], "not in Operations.md")
        #expect(Set(listed).subtracting(served).sorted() == [], "in Operations.md alone")
        #expect(listed.count == Set(listed).count)
    }

    private static func row(_ name: String, _ kind: String, _ labels: Set<String>) -> String {
        "\(name) \(kind) \(labels.sorted())"
    }

    /// The rows of the table whose first column is a metric.
    private static func listed() -> [String] {
        table("| metric |").map { line in
            let cells = line.map { cell in cell.filter { $0 != "`" && $0 != " " } }
            return row(cells[1], cells[2], Set(cells[3].split(separator: ",").map(String.init)))
        }
    }

    @Test func `every limit names metrics that there are, and settings that there are`() throws {
        let relay = try ServedRelay()
        let known = Set(try metrics(relay).kinds.keys)
        let source = ConfigurationSource(environment: [:]) { _ in nil }
        _ = try ConfigurationReader(source: source).read(nil)
        let rows = Self.table("| grows |")
        #expect(rows.count > 15)
        for cells in rows {
            let shown = Self.quoted(cells[4])
            #expect(!shown.isEmpty && known.isSuperset(of: shown), "\(cells[1])")
            for setting in Self.quoted(cells[3]) where setting.contains(".") {
                let variable = ConfigurationSource.variable(setting.split(separator: ".").map(String.init))
                #expect(source.consulted.contains(variable), "\(setting)")
            }
        }
        let shown = Set(rows.flatMap { Self.quoted($0[4]) })
        let gauges: Set = ["relay_streams", "relay_registrations", "relay_event_ids", "relay_history_entries"]
        #expect(shown.isSuperset(of: gauges))
    }

    /// The rows of the operations page's table that begins so, cell by cell.
    private static func table(_ head: String) -> [[String]] {
        let text = String(decoding: Fixtures.bytes("../../Sources/Relay/Relay.docc/Operations.md"), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !$0.hasPrefix(head) }.dropFirst(2).prefix { $0.hasPrefix("|") }
            .map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
    }

    /// What stands between backticks.
    private static func quoted(_ cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
    }

    @Test func `what registrations and eventIds are kept is counted, over a restart too`() throws {
        var relay = try ServedRelay()
        for device in ["d", "e", "d"] {
            let body =
                #"{"subscriberId":"u","deviceId":"\#(device)","conversionId":"a","kind":"update","sender":"log","token":"t"}"#
            #expect(try relay.post("/v1/registrations", body).status < 300)
        }
        for id in ["x", "y", "x"] { try relay.event(#"{"conversionId":"a","eventId":"\#(id)"}"#) }
        #expect(try metrics(relay)["relay_registrations"] == 2)
        #expect(try metrics(relay)["relay_event_ids"] == 2)
        relay.crash()
        relay = try ServedRelay(folder: relay.folder)
        #expect(try metrics(relay)["relay_registrations"] == 2)
        #expect(try metrics(relay)["relay_event_ids"] == 2)
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
