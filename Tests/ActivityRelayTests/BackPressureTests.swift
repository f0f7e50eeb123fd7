import Glibc
import JSON
import TestSupport
import Testing

/// Clients that ask for much and take nothing, or promise much and do not send it.
@Suite(.timeLimit(.minutes(20))) struct `Back-pressure` {
    private static let mebibyte = 1024 * 1024
    /// What the relay may hold for its clients; memory may grow by half as much again, for what is made and handed over.
    private static let mostGrowth = 192 * mebibyte

    private static func metrics(_ relay: ServedRelay) throws -> MetricSamples {
        try MetricSamples(try relay.get("/metrics").text)
    }

    private static func held(_ relay: ServedRelay) throws -> Double {
        try metrics(relay)["relay_http_held_bytes"] ?? -1
    }

    /// Posts and reads as an ordinary client; the highest memory that the relay had meanwhile, bytes.
    private static func useNormally(_ relay: ServedRelay) throws -> Int {
        let client = try HTTPClient(port: relay.port)
        var most = 0
        for index in 0..<100 {
            let event = #"{"conversionId":"small","trackTitle":"\#(index)"}"#
            #expect(try client.request("POST", "/v1/events", body: Array(event.utf8)).status == 202)
            let state = try client.request("GET", "/v1/activities/small")
            #expect(state.json.text("/contentState/trackTitle") == "\(index)", "\(state.status)")
            most = max(most, ProcessFigures(of: relay.process.id).residentBytes)
        }
        return most
    }

    /// 250 activities with long texts: a list of them has some MiB.
    private static func fill(_ relay: ServedRelay) throws {
        // One character of 25 bytes: texts are bounded in characters.
        let text = String(repeating: "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}", count: 120)
        let texts = #""trackTitle":"\#(text)","subtitle":"\#(text)","subtitleOverflow":"\#(text)""#
        for piece in 0..<10 {
            let events = (0..<25).map { #"{"conversionId":"a-\#(piece)-\#($0)",\#(texts)}"# }
            #expect(try relay.event("[\(events.joined(separator: ","))]").status == 200)
        }
    }

    @Test func `readers that take nothing of large lists are bounded together, and a small client is served`() throws {
        let relay = try ServedRelay()
        try Self.fill(relay)
        let size = try relay.get("/v1/activities?limit=250").body.count
        #expect(size > 2 * Self.mebibyte)
        let before = ProcessFigures(of: relay.process.id).residentBytes
        let clients = try (0..<8).map { _ in try HTTPClient(port: relay.port) }
        for client in clients {
            for _ in 0..<16 { try client.sendRequest("GET", "/v1/activities?limit=250") }
        }
        // The system takes the first ones; an unoptimised relay is slow to make the next.
        #expect(try TestClock.eventually(within: 120) { try Self.held(relay) > Double(size) })
        let most = try Self.useNormally(relay)
        #expect(most - before < Self.mostGrowth, "\((most - before) / Self.mebibyte) MiB")
        let metrics = try Self.metrics(relay)
        #expect(metrics["relay_http_held_bytes_limit"] == Double(128 * Self.mebibyte))
        #expect(metrics["relay_http_held_bytes"] ?? .infinity <= Double(128 * Self.mebibyte))
        // Of each client one list is made at a time, and the next once that is nearly taken.
        #expect(metrics["relay_http_requests_open"] ?? .infinity <= 9)
        // Whoever begins to read has what was asked for, each answer whole: a list, or a 503 with words.
        var statuses: Set<Int> = []
        for _ in 0..<3 {
            let answer = try clients[0].readAnswer()
            statuses.insert(answer.status)
            if answer.status == 200 {
                #expect(answer.body.count == size || answer.json["activities"]?.arrayValue?.count == 250)
            } else {
                #expect(answer.header("Retry-After") == "1")
            }
        }
        #expect(statuses.isSubset(of: [200, 503]))
        for client in clients { client.reset() }
        #expect(try TestClock.eventually { try Self.held(relay) < Double(Self.mebibyte) })
        #expect(relay.stop() == 0)
    }

    @Test func `bodies that never come whole are bounded together, and a small client is served`() throws {
        let relay = try ServedRelay()
        _ = try Self.useNormally(relay)
        let before = ProcessFigures(of: relay.process.id).residentBytes
        let length = Self.mebibyte
        let head = "POST /v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n"
        let clients = try (0..<300).map { _ in try HTTPClient(port: relay.port) }
        for client in clients { try client.send(Array(head.utf8)) }
        // All heads are read, and what is promised counts, before the first body comes.
        #expect(
            try TestClock.eventually {
                let metrics = try Self.metrics(relay)
                let refused = metrics["relay_http_no_room_total"] ?? 0
                return (metrics["relay_http_held_bytes"] ?? 0) > Double(100 * length) && refused > 150
            })
        let part = [UInt8](repeating: 65, count: length - 1)
        // Those that were refused are closed meanwhile.
        for client in clients { try? client.send(part) }
        let most = try Self.useNormally(relay)
        #expect(most - before < Self.mostGrowth, "\((most - before) / Self.mebibyte) MiB")
        let answer = try #require(clients.last).readAnswer()
        #expect(answer.status == 503)
        #expect(answer.header("Retry-After") == "1")
        for client in clients { client.reset() }
        #expect(try TestClock.eventually { try Self.held(relay) < Double(length) })
        #expect(relay.stop() == 0)
    }
}
