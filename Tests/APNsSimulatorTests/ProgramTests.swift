import Glibc
import JSON
import TestSupport
import Testing

/// The program as others see it: with its sockets, TLS and HTTP/2.
struct ProgramTests {
    // MARK: HTTP/2

    @Test func `a connection has one stream until a push was accepted on it, then many`() throws {
        let apns = try SimulatedAPNs()
        let client = try FrameClient(apns)
        #expect(client.frame("TLS")?.text("/protocol") == "h2")
        #expect(client.frame("SETTINGS")?.at("/settings") == JSONValue(#"{"3":1,"6":8000}"#))
        try client.push(1, body: "")
        #expect(client.status(1) == 400)
        #expect(client.frame("DATA", 1)?.text("/text") == #"{"reason":"PayloadEmpty"}"#)
        try client.push(3)
        #expect(client.status(3) == 200)
        let raised = client.frame("SETTINGS") { $0.number("/settings/3") == 1000 }
        #expect(raised != nil)
        let settings = client.frames.filter { $0.text("/type") == "SETTINGS" && $0.number("/flags") == 0 }
        #expect(settings.count == 2)
    }

    @Test func `who opens more streams than were permitted loses the connection`() throws {
        let apns = try SimulatedAPNs()
        let client = try FrameClient(apns)
        #expect(client.frame("SETTINGS") != nil)
        try apns.fault(#"{"stall":true}"#)
        try client.push(1)
        try client.push(3)
        #expect(client.frame("GOAWAY")?.number("/code") == 1)
        #expect(client.frame("END") != nil)
    }

    @Test func `who does not speak HTTP2 or TLS does not get in`() throws {
        let apns = try SimulatedAPNs()
        #expect(try FrameClient(apns, alpn: "http/1.1").frame("FAILED") != nil)
        #expect(try FrameClient(apns, alpn: "-").frame("END") != nil)
        let plain = try HTTPClient(port: apns.port)
        try plain.send(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        // TLS says its alert; then the connection ends.
        while (try? plain.readAnswer()) != nil {}
        #expect(try apns.stats().number("/accepted") == 0)
        #expect(try TestClock.eventually { try apns.stats().number("/connectionsOpen") == 0 })
    }

    @Test func `a body that is too large is refused, however long it goes on`() throws {
        let apns = try SimulatedAPNs()
        let client = try FrameClient(apns)
        #expect(client.frame("SETTINGS") != nil)
        try client.push(1, body: String(repeating: " ", count: 4097))
        #expect(client.frame("DATA", 1)?.text("/text") == #"{"reason":"PayloadTooLarge"}"#)
        try client.push(3, body: nil)
        // Without an end: the answer does not wait for it.
        for _ in 0..<5 { try client.data(3, String(repeating: " ", count: 16_000), ends: false) }
        #expect(client.frame("DATA", 3)?.text("/text") == #"{"reason":"PayloadTooLarge"}"#)
    }

    @Test func `a head that is too large is refused, and the connection goes on`() throws {
        let apns = try SimulatedAPNs()
        let client = try FrameClient(apns)
        #expect(client.frame("SETTINGS") != nil)
        try client.push(1) { $0.fields.append(("x", String(repeating: "x", count: 8000))) }
        #expect(client.frame("RST_STREAM", 1) != nil)
        try client.push(3)
        #expect(client.status(3) == 200)
    }

    @Test func `what is not HTTP2 ends the connection and nothing else`() throws {
        let apns = try SimulatedAPNs()
        let other = try FrameClient(apns)
        #expect(other.frame("SETTINGS") != nil)
        let faults = [
            "0000000f0000000000", "ffffff0000ffffffff", "000004030000000000deadbeef", "00000100050000000000",
        ]
        for bytes in faults {
            let client = try FrameClient(apns)
            #expect(client.frame("SETTINGS") != nil)
            try client.raw(bytes + String(repeating: "f", count: 2000))
            #expect(client.frame("END") != nil)
        }
        try other.push(1)
        #expect(other.status(1) == 200)
    }

    // MARK: Faults

    @Test func `a stalled push is never answered, a later one is`() throws {
        let apns = try SimulatedAPNs(["--first-streams", "10"])
        let client = try FrameClient(apns)
        #expect(client.frame("SETTINGS") != nil)
        try apns.fault(#"{"token":"\#(SimulatedAPNs.token(1))","stall":true}"#)
        try client.push(1, device: 1)
        try client.push(3, device: 2)
        #expect(client.status(3) == 200)
        #expect(!client.frames.contains { $0.number("/stream") == 1 })
        #expect(try apns.device(SimulatedAPNs.token(1)).number("/inFlight") == 1)
        try client.reset(1)
        #expect(try TestClock.eventually { try apns.device(SimulatedAPNs.token(1)).number("/inFlight") == 0 })
        #expect(try apns.stats().number("/resetsReceived") == 1)
    }

    @Test func `a delayed answer comes after its time`() throws {
        let apns = try SimulatedAPNs()
        let client = try FrameClient(apns)
        #expect(client.frame("SETTINGS") != nil)
        try apns.fault(#"{"delay":0.3}"#)
        let start = TestClock.now
        try client.push(1)
        #expect(client.status(1) == 200)
        #expect(TestClock.now - start >= 0.3)
    }

    @Test func `a reset has the code that was asked for`() throws {
        let apns = try SimulatedAPNs()
        let client = try FrameClient(apns)
        #expect(client.frame("SETTINGS") != nil)
        for (stream, name, code) in [(1, "REFUSED_STREAM", 7.0), (3, "INTERNAL_ERROR", 2), (5, "CANCEL", 8)] {
            try apns.fault(#"{"reset":"\#(name)"}"#)
            try client.push(stream)
            #expect(client.frame("RST_STREAM", stream)?.number("/code") == code)
        }
        try client.push(7)
        #expect(client.status(7) == 200)
    }

    @Test func `a GOAWAY says its reason and leaves the open streams unprocessed`() throws {
        let apns = try SimulatedAPNs(["--first-streams", "10"])
        let client = try FrameClient(apns)
        #expect(client.frame("SETTINGS") != nil)
        try client.push(1)
        #expect(client.status(1) == 200)
        try apns.fault(#"{"stall":true}"#)
        try client.push(3, device: 2)
        #expect(try TestClock.eventually { try apns.stats().number("/answers/stall") == 1 })
        try apns.fault(#"{"goaway":"Shutdown"}"#)
        try client.push(5, device: 3)
        let goAway = try #require(client.frame("GOAWAY"))
        #expect(goAway.number("/last") == 1)
        #expect(goAway.number("/code") == 0)
        #expect(goAway.text("/text") == #"{"reason":"Shutdown"}"#)
        #expect(client.frame("END") != nil)
        #expect(try apns.stats().number("/accepted") == 1)
    }

    @Test func `a connection is closed at once, or after the answer`() throws {
        let apns = try SimulatedAPNs()
        let first = try FrameClient(apns)
        #expect(first.frame("SETTINGS") != nil)
        try apns.fault(#"{"close":true}"#)
        try first.push(1)
        #expect(first.frame("END") != nil)
        #expect(!first.frames.contains { $0.text("/type") == "HEADERS" })
        let second = try FrameClient(apns)
        #expect(second.frame("SETTINGS") != nil)
        try apns.fault(#"{"closeAfterAnswer":true}"#)
        try second.push(1)
        #expect(second.status(1) == 200)
        #expect(second.frame("END") != nil)
        #expect(try TestClock.eventually { try apns.stats().number("/connectionsOpen") == 0 })
    }

    @Test func `another limit of streams reaches the open connections`() throws {
        let apns = try SimulatedAPNs()
        let client = try FrameClient(apns)
        #expect(client.frame("SETTINGS") != nil)
        try apns.fault(#"{"streams":7}"#)
        #expect(client.frame("SETTINGS") { $0.number("/settings/3") == 7 } != nil)
    }

    @Test func `while it does not accept, connections are refused and the open ones go on`() throws {
        let apns = try SimulatedAPNs()
        let client = try FrameClient(apns)
        #expect(client.frame("SETTINGS") != nil)
        try apns.fault(#"{"accepting":false}"#)
        let failure = #expect(throws: HTTPClient.Failure.self) { try HTTPClient(port: apns.port) }
        #expect(failure?.code == ECONNREFUSED)
        try client.push(1)
        #expect(client.status(1) == 200)
        try apns.fault(#"{"accepting":true}"#)
        let later = try FrameClient(apns)
        try later.push(1)
        #expect(later.status(1) == 200)
    }

    @Test func `too many resets in a second end the connection`() throws {
        let apns = try SimulatedAPNs(["--rapid-reset", "3", "--first-streams", "100"])
        let client = try FrameClient(apns)
        #expect(client.frame("SETTINGS") != nil)
        try apns.fault(#"{"stall":true,"count":null}"#)
        // So many that they are too many in one of the seconds, whatever its start.
        for number in 0..<40 {
            // The client may have ended before the last of them.
            try? client.push(2 * number + 1)
            try? client.reset(2 * number + 1)
        }
        #expect(client.frame("GOAWAY")?.number("/code") == 11)
        #expect(client.frame("END") != nil)
    }

    // MARK: With other clients

    @Test func `curl sends a push, and the device shows it`() throws {
        let apns = try SimulatedAPNs()
        let token = try FrameClient.providerToken(apns)
        let state = #"{"status":"generating","progress":0.4}"#
        let result = try CommandResult.of(
            program: InstalledProgram.path("curl"),
            [
                "-sS", "-i", "--http2", "--noproxy", "*", "--cacert", apns.caFile, "-H",
                "authorization: bearer \(token)", "-H", "apns-topic: com.example.app.push-type.liveactivity", "-H",
                "apns-push-type: liveactivity",
                "-H", "apns-id: \(SentPush.id)", "-d", SimulatedLine.body(at: TestClock.now, state: state),
                "\(apns.url)/3/device/\(SimulatedAPNs.token(9))",
            ])
        #expect(result.code == 0)
        #expect(result.output.first?.hasPrefix("HTTP/2 200") == true)
        #expect(result.output.contains { $0.hasPrefix("apns-id: \(SentPush.id)") })
        #expect(result.output.contains { $0.hasPrefix("apns-unique-id: ") })
        #expect(result.output.contains { $0.hasPrefix("date: ") && $0.contains(" GMT") })
        #expect(try apns.device(SimulatedAPNs.token(9)).at("/contentState") == JSONValue(state))
        let pushes = try apns.pushes(SimulatedAPNs.token(9))
        #expect(pushes.map { $0.text("/answer") } == ["200"])
        let line = apns.process.output.line { $0.contains(SentPush.id) }
        #expect(line?.contains("aaaaaaaa…") == true)
        #expect(line?.contains(SimulatedAPNs.token(9)) == false)
    }

    @Test func `a Retry-After goes with its reason`() throws {
        let apns = try SimulatedAPNs()
        try apns.fault(#"{"reason":"TooManyRequests","retryAfter":30,"count":null}"#)
        let result = try CommandResult.of(
            program: InstalledProgram.path("curl"),
            [
                "-sS", "-i", "--http2", "--noproxy", "*", "--cacert", apns.caFile, "-d", "{}",
                "\(apns.url)/3/device/\(SimulatedAPNs.token(9))",
            ])
        #expect(result.output.first?.hasPrefix("HTTP/2 429") == true)
        #expect(result.output.contains { $0.hasPrefix("retry-after: 30") })
        #expect(result.output.last == #"{"reason":"TooManyRequests"}"#)
    }

    @Test func `the relay's configuration that it writes is one`() throws {
        let apns = try SimulatedAPNs()
        let check = try CommandResult.of(["check", "--config", apns.relayFile])
        #expect(check.code == 0)
        let send = try CommandResult.of(
            ["send", "--config", apns.relayFile, "--sender", "apns", "--token", SimulatedAPNs.token(4)])
        #expect(send.code == 0)
        #expect(try apns.device(SimulatedAPNs.token(4)).text("/event") == "update")
        #expect(try apns.objections() == [])
    }

    // MARK: Its life

    @Test(arguments: [SIGTERM, SIGINT]) func `a signal ends it with 0, and its keys are found again`(
        _ signal: Int32
    ) throws {
        let folder = TemporaryFolder()
        let first = try SimulatedAPNs(folder: folder)
        let token = try FrameClient.providerToken(first)
        let client = try FrameClient(first)
        #expect(client.frame("SETTINGS") != nil)
        first.process.terminate(signal)
        #expect(first.process.waitForExit() == 0)
        #expect(client.frame("END") != nil)
        let second = try SimulatedAPNs(folder: folder)
        let again = try FrameClient(second)
        try again.push(1) { $0.set("authorization", "bearer \(token)") }
        #expect(again.status(1) == 200)
    }

    @Test func `its clock can be set ahead`() throws {
        let apns = try SimulatedAPNs(["--clock-offset", "7200"])
        let client = try FrameClient(apns)
        try client.push(1)
        #expect(client.frame("DATA", 1)?.text("/text") == #"{"reason":"ExpiredProviderToken"}"#)
    }

    @Test func `what it cannot start with is said`() throws {
        let taken = TakenPort()
        let folder = TemporaryFolder()
        let program = BuiltProgram.path("apns-simulator")
        let usage = try CommandResult.of(program: program, ["--loud"])
        #expect(usage.code == 2)
        #expect(usage.errors == ["apns-simulator: unknown option or argument --loud; see apns-simulator --help"])
        let port = try CommandResult.of(
            program: program, ["--listen", "127.0.0.1:\(taken.number)", "--directory", folder.path])
        #expect(port.code == 1)
        #expect(
            port.errors == ["apns-simulator: cannot listen on 127.0.0.1:\(taken.number): address already in use"])
        #expect(try CommandResult.of(program: program, ["--help"]).code == 0)
    }
}
