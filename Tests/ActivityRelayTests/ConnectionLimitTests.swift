import JSON
import TestSupport
import Testing

/// More clients than there may be.
@Suite(.timeLimit(.minutes(20))) struct `Limits of connections` {
    @Test func `one too many is told to come again, and those that are there are served`() throws {
        let relay = try ServedRelay(configuration: #"{"limits":{"connections":3}}"#)
        let clients = try (0..<3).map { _ in try HTTPClient(port: relay.port) }
        // An answer says that it was accepted.
        for client in clients { #expect(try client.request("GET", "/healthz").status == 200) }
        for _ in 0..<20 {
            let other = try HTTPClient(port: relay.port)
            let answer = try other.readAnswer()
            #expect(answer.status == 503)
            #expect(answer.header("Retry-After") == "1")
            #expect(answer.header("Connection")?.lowercased() == "close")
            #expect(answer.json.text("/title") == "Service Unavailable")
            #expect(other.isClosedByServer())
        }
        for client in clients { #expect(try client.request("GET", "/healthz").status == 200) }
        let metrics = try MetricSamples(try clients[0].request("GET", "/metrics").text)
        #expect(metrics["relay_http_connections_refused_total"] == 20)
        #expect(metrics["relay_http_connections"] == 3)
        clients[1].close()
        #expect(TestClock.eventually { (try? relay.get("/healthz"))?.status == 200 })
    }

    @Test func `where descriptors run out those that are there are served, and more as soon as some are free`() throws {
        let relay = try ServedRelay(under: ["/bin/sh", "-c", #"ulimit -n 64; exec "$@""#, "sh"])
        #expect(try relay.event(#"{"conversionId":"a"}"#).status == 202)
        let first = try HTTPClient(port: relay.port)
        #expect(try first.request("GET", "/v1/activities/a").status == 200)
        let others = try (0..<100).map { _ in try HTTPClient(port: relay.port) }
        for other in others { try other.sendRequest("GET", "/healthz") }
        // As many as there is room for; the others wait where the system keeps them.
        #expect(try others[0].readAnswer().status == 200)
        #expect(TestClock.eventually { ProcessFigures(of: relay.process.id).files.count >= 63 })
        for index in 0..<20 {
            let event = #"{"conversionId":"a","trackTitle":"\#(index)"}"#
            #expect(try first.request("POST", "/v1/events", body: Array(event.utf8)).status == 202)
            let state = try first.request("GET", "/v1/activities/a").json
            #expect(state.text("/contentState/trackTitle") == "\(index)")
        }
        for other in others[..<90] { other.close() }
        for other in others[90...] { #expect(try other.readAnswer().status == 200) }
        #expect(try relay.get("/readyz").status == 200)
        #expect(relay.stop() == 0)
    }

    @Test func `beside as many idle, slow and never reading ones as may be one is served, and the slow end`() throws {
        let relay = try ServedRelay(configuration: #"{"limits":{"connections":60}}"#)
        let client = try HTTPClient(port: relay.port)
        try Self.fill(client)
        let idle = try (0..<29).map { _ in try HTTPClient(port: relay.port) }
        let deaf = try (0..<10).map { _ in try HTTPClient(port: relay.port) }
        for other in deaf { for _ in 0..<2 { try other.sendRequest("GET", "/v1/activities?limit=50") } }
        let slow = try (0..<20).map { _ in try HTTPClient(port: relay.port) }
        for other in slow { try other.send(Array("GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ".utf8)) }
        for index in 0..<100 {
            let event = #"{"conversionId":"a","trackTitle":"\#(index)"}"#
            #expect(try client.request("POST", "/v1/events", body: Array(event.utf8)).status == 202)
            let state = try client.request("GET", "/v1/activities/a").json
            #expect(state.text("/contentState/trackTitle") == "\(index)")
            try Self.drip(slow)
        }
        // All of them are there: there is no room for another.
        #expect(try HTTPClient(port: relay.port).readAnswer().status == 503)
        // A byte now and then wins no time: a head has ten seconds from its first byte on.
        #expect(
            try TestClock.eventually {
                try Self.drip(slow)
                return slow.allSatisfy(\.hasInput)
            })
        for other in slow {
            #expect(try other.readAnswer().status == 408)
            #expect(other.isClosedByServer())
        }
        for other in idle { #expect(try other.request("GET", "/healthz").status == 200) }
        for other in deaf { other.reset() }
        #expect(try client.request("GET", "/readyz").status == 200)
        #expect(relay.stop() == 0)
    }

    /// A byte more from each that was not answered yet.
    private static func drip(_ clients: [HTTPClient]) throws {
        for client in clients where !client.hasInput { try client.send([UInt8(ascii: "x")]) }
    }

    /// Fifty activities with long texts.
    private static func fill(_ client: HTTPClient) throws {
        let texts = #""trackTitle":"\#(String(repeating: "é", count: 120))""#
        let events = (0..<50).map { #"{"conversionId":"long-\#($0)",\#(texts)}"# }
        let body = Array("[\(events.joined(separator: ","))]".utf8)
        #expect(try client.request("POST", "/v1/events", body: body).status == 200)
    }
}
