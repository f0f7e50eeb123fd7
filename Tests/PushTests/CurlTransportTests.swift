import JSON
import Push
import TestSupport
import Testing

/// The transport against servers of another make.
@Suite(.timeLimit(.minutes(20))) struct CurlTransportTests {
    // MARK: HTTP/2

    @Test func `thousands of requests share one connection where the peer speaks HTTP/2`() throws {
        let receiver = try NghttpdReceiver()
        let fixture = try TransportFixture(receiver.url, caFile: receiver.certificate.caFile)
        let results = try fixture.post((0..<3000).map { "{\"item\":\($0)}" })
        #expect(results.count == 3000)
        #expect(results.allSatisfy { $0.status == 200 && $0.failure == nil && $0.body.isEmpty })
        #expect(fixture.transport.connectionsMade == 1)
        #expect(try fixture.post(["{}"]).map(\.status) == [200])
        #expect(fixture.transport.connectionsMade == 1)
    }

    // MARK: HTTP/1.1

    @Test func `requests one after the other keep an HTTP 1 connection`() throws {
        let (receiver, fixture) = try make()
        for item in 0..<5 { #expect(try fixture.post(["{\"item\":\(item)}"]).map(\.status) == [200]) }
        #expect(fixture.transport.connectionsMade == 1)
        let requests = receiver.requests(atLeast: 5)
        #expect(Set(requests.map { $0.number("/connection") }) == [1])
        #expect(requests.map { $0.number("/body/item") } == [0, 1, 2, 3, 4])
        let headers = try #require(requests.first?["headers"])
        #expect(headers.text("/content-type") == "application/json")
        #expect(headers.text("/user-agent") == "activity-relay")
    }

    @Test func `so many HTTP 1 connections are open at most`() throws {
        let (receiver, fixture) = try make { $0.connections = 3 }
        #expect(try fixture.post((0..<60).map { "{\"item\":\($0)}" }).allSatisfy { $0.status == 200 })
        #expect(receiver.requests(atLeast: 60).count == 60)
        #expect((1...3).contains(fixture.transport.connectionsMade))
    }

    // MARK: Answers

    private static let answers: [(Int, String?, Double?)] = [
        (500, nil, nil), (429, "7", 7), (503, "0", nil), (301, nil, nil), (410, nil, nil),
    ]

    @Test(arguments: answers)
    func `an answer is told with what it asks for`(_ status: Int, _ asked: String?, _ seconds: Double?) throws {
        let (receiver, fixture) = try make()
        let headers = asked.map { ["Retry-After": $0] } ?? [:]
        try receiver.tell(.status(status, headers: headers.merging(["Location": "https://127.0.0.1:1/"]) { $1 }))
        let result = try #require(try fixture.post(["{}"]).first)
        #expect(result.status == status)
        #expect(result.failure == nil)
        #expect(result.retryAfter == seconds)
        #expect(receiver.requests(atLeast: 1).count == 1)
    }

    @Test func `a Retry-After may be a date`() throws {
        let (receiver, fixture) = try make()
        try receiver.tell(.status(503, headers: ["Retry-After": try httpDate(TestClock.now + 90)]))
        let asked = try #require(try fixture.post(["{}"]).first?.retryAfter)
        #expect((60...91).contains(asked))
    }

    private func httpDate(_ instant: Double) throws -> String {
        let arguments = ["-u", "-d", "@\(Int(instant))", "+%a, %d %b %Y %H:%M:%S GMT"]
        let result = try CommandResult.of(
            program: InstalledProgram.path("date"), arguments, environment: ["LC_ALL": "C"])
        return try #require(result.output.first)
    }

    @Test func `an answer before the whole request was sent is one`() throws {
        let (receiver, fixture) = try make()
        try receiver.tell(.early)
        #expect(try fixture.post([String(repeating: "x", count: 200_000)]).map(\.status) == [200])
    }

    @Test func `an answer without an end is cut off, and counts`() throws {
        let server = CannedServer([
            "HTTP/1.1 500 Oh\r\nContent-Length: 9000000\r\n\r\n" + String(repeating: "x", count: 400_000)
        ])
        let fixture = try TransportFixture("http://127.0.0.1:\(server.port)/")
        let result = try #require(try fixture.post(["{}"]).first)
        #expect(result.status == 500)
        #expect(result.failure != nil)
        #expect(result.body.count == 16 * 1024)
    }

    // MARK: Failures

    @Test func `nobody waits for a peer that hangs, and the connection is not used again`() throws {
        let (receiver, fixture) = try make { $0.timeout = 0.5 }
        _ = try fixture.post(["{\"item\":0}"])
        try receiver.tell(.hang, times: 1)
        let hung = try #require(try fixture.post(["{\"item\":1}"]).first)
        #expect(hung.status == 0 && hung.failure?.code == 28)
        #expect((0.4...30).contains(hung.seconds))
        #expect(try fixture.post(["{\"item\":2}"]).map(\.status) == [200])
        let connections = receiver.requests(atLeast: 3).compactMap { $0.number("/connection") }
        #expect(connections == [1, 1, 2])
    }

    @Test func `a connection that hangs is made anew though it carries many at once`() throws {
        let receiver = try NghttpdReceiver()
        let fixture = try TransportFixture(receiver.url, caFile: receiver.certificate.caFile) { $0.timeout = 1 }
        #expect(try fixture.post(["{}"]).map(\.status) == [200])
        receiver.pause()
        #expect(try fixture.post((0..<20).map { "{\"item\":\($0)}" }).allSatisfy { $0.failure?.code == 28 })
        receiver.goOn()
        #expect(try fixture.post(["{\"item\":\"after\"}"]).map(\.status) == [200])
        #expect(fixture.transport.connectionsMade >= 2)
    }

    @Test func `a connection that hangs is closed when another takes its place`() throws {
        let apns = try SimulatedAPNs()
        let url = "\(apns.url)/3/device/\(SimulatedAPNs.token(1))"
        let fixture = try TransportFixture(url, caFile: apns.caFile) { $0.timeout = 1 }
        // The first one made, and one made in its place.
        for round in 1...2 {
            try apns.fault(#"{"stall":true}"#)
            #expect(try fixture.post(["{\"item\":\(round)}"]).map(\.failure?.code) == [28])
            #expect(try fixture.post(["{\"after\":\(round)}"]).map(\.status) == [400])
            #expect(try apns.stats().number("/connectionsOpened") == Double(round + 1))
            #expect(try TestClock.eventually { try apns.stats().number("/connectionsOpen") == 1 })
        }
    }

    @Test func `a reset without an answer is no answer`() throws {
        let (receiver, fixture) = try make()
        try receiver.tell(.reset, times: 4)
        let result = try #require(try fixture.post(["{\"item\":1}"]).first)
        #expect(result.status == 0 && result.failure != nil)
    }

    @Test func `a peer that is away refuses, and takes again when it is back`() throws {
        let (receiver, fixture) = try make()
        receiver.stop()
        let refused = try #require(try fixture.post(["{\"item\":1}"]).first)
        #expect(refused.status == 0 && refused.failure?.code == 7)
        #expect(refused.failure?.message.contains("\(receiver.port)") == true)
        try receiver.start()
        #expect(try fixture.post(["{\"item\":2}"]).map(\.status) == [200])
    }

    @Test func `a peer whose certificate nobody vouches for is not spoken to`() throws {
        let receiver = try WebhookReceiver()
        let fixture = try TransportFixture(receiver.url + "/")
        let result = try #require(try fixture.post(["{}"]).first)
        #expect(result.status == 0 && result.failure?.code == 60)
        #expect(receiver.requests.isEmpty)
    }

    @Test func `a name that nobody knows is a failure like another`() throws {
        let fixture = try TransportFixture("https://nobody.invalid/") { $0.timeout = 5 }
        let result = try #require(try fixture.post(["{}"]).first)
        #expect(result.status == 0 && result.failure != nil)
    }

    // MARK: The end

    @Test func `a stop sends what waits and reports all of it`() throws {
        let (receiver, fixture) = try make()
        fixture.submit((0..<200).map { "{\"item\":\($0)}" })
        fixture.transport.stop(within: TestClock.patience)
        fixture.transport.waitUntilStopped()
        #expect(fixture.finished.count == 200)
        #expect(fixture.finished.allSatisfy { $0.result.status == 200 })
        #expect(receiver.requests(atLeast: 200).count == 200)
    }

    @Test func `a stop waits for nobody longer than it may`() throws {
        let (receiver, fixture) = try make { $0.connections = 2 }
        try receiver.tell(.hang)
        fixture.submit((0..<50).map { "{\"item\":\($0)}" })
        _ = receiver.request()
        let begin = TestClock.now
        fixture.transport.stop(within: 0.2)
        fixture.transport.waitUntilStopped()
        #expect(TestClock.now - begin < 8)
        #expect(fixture.finished.count == 50)
        #expect(fixture.finished.allSatisfy { $0.result.status == 0 && $0.result.failure != nil })
    }

    private func make(
        _ change: (inout CurlSettings) -> Void = { _ in }
    ) throws -> (WebhookReceiver, TransportFixture) {
        let receiver = try WebhookReceiver()
        return (receiver, try TransportFixture(receiver.url + "/", caFile: receiver.certificate.caFile, change))
    }
}
