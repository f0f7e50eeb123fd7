import JSON
import TestSupport
import Testing

/// More clients than there may be.
@Suite(.timeLimit(.minutes(5))) struct `Limits of connections` {
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
}
