import JSON
import TestSupport
import Testing

/// Readers and clients that go away.
@Suite(.timeLimit(.minutes(20))) struct `Lost peers` {
    @Test func `a reader of standard output that goes away while pushes are written ends nothing`() throws {
        let relay = try ServedRelay()
        let client = try HTTPClient(port: relay.port)
        for index in 0..<200 {
            if index == 100 { relay.process.output.close() }
            let answer = try client.request(
                "POST", "/v1/events", body: Array(#"{"conversionId":"a-\#(index)"}"#.utf8))
            #expect(answer.status == 202)
        }
        #expect(try relay.get("/healthz").status == 200)
        #expect(try relay.activities().count == 200)
        #expect(relay.stop() == 0)
    }

    @Test func `clients that reset while they are answered end nothing`() throws {
        let relay = try ServedRelay()
        try relay.event("[\((0..<200).map { #"{"conversionId":"a-\#($0)"}"# }.joined(separator: ","))]")
        for index in 0..<200 {
            let client = try HTTPClient(port: relay.port)
            switch index % 4 {
            case 0: try client.sendRequest("GET", "/v1/activities?limit=200")
            case 1: try client.sendRequest("POST", "/v1/events", body: Array(#"{"conversionId":"a-1"}"#.utf8))
            case 2: for _ in 0..<10 { try client.sendRequest("GET", "/v1/activities?limit=200") }
            default: try client.send(Array("POST /v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{".utf8))
            }
            client.reset()
        }
        #expect(try relay.get("/healthz").status == 200)
        #expect(try relay.event(#"{"conversionId":"b"}"#).status == 202)
        #expect(try relay.activities().count == 201)
        #expect(relay.stop() == 0)
    }

    @Test func `standard error that nobody reads ends nothing`() throws {
        let relay = try ServedRelay(environment: ["RELAY_LOG_LEVEL": "debug"])
        #expect(try relay.get("/readyz").status == 200)
        relay.process.errors.close()
        #expect(try relay.event(#"{"conversionId":"a"}"#).status == 202)
        #expect(relay.stop() == 0)
    }
}
