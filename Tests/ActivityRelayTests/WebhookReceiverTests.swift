import Crypto
import JSON
import TestSupport
import Testing

/// The receivers that other tests send webhooks to do what those tests take for granted; curl is the client.
@Suite(.timeLimit(.minutes(20))) struct `Webhook receiver` {
    private static let keys = [UInt8(1), 2].map { [UInt8](repeating: $0, count: 32) }
    private static let body = #"{"conversionId":"gen-1","target":"a"}"#

    // MARK: Signatures

    @Test func `names the secrets that signed a request`() throws {
        let receiver = try receiver()
        for (path, signers) in [("/first", [0]), ("/second", [1]), ("/both", [1, 0]), ("/neither", [])] {
            #expect(try post(receiver, path, signed(by: signers)).output == ["200"])
            let request = try #require(receiver.request { $0.text("/path") == path })
            #expect(request["verified"] == JSONValue("\(signers.sorted())"))
            #expect(request["body"] == JSONValue(Self.body))
            #expect(request.text("/raw") == Self.body)
            #expect(request.number("/answer") == 200)
            #expect(abs(try #require(request.number("/at")) - TestClock.now) < TestClock.patience)
        }
    }

    @Test func `does not verify what was tampered with or is out of time`() throws {
        let receiver = try receiver()
        try post(receiver, "/", signed(by: [0]), body: Self.body + " ")
        try post(receiver, "/", signed(by: [0], at: TestClock.now - 400))
        try post(receiver, "/", signed(by: [0], at: TestClock.now + 400))
        try post(receiver, "/", signed(by: [0]).map { $0.hasPrefix("webhook-id") ? "webhook-id: msg_2" : $0 })
        _ = receiver.request { $0.number("/n") == 4 }
        #expect(receiver.requests.map { $0["verified"] } == [JSONValue](repeating: .array([]), count: 4))
    }

    @Test func `is trusted by its authority alone`() throws {
        let receiver = try receiver()
        #expect(try curl(Self.plain + ["\(receiver.url)/"]).code == 60)
        for host in ["127.0.0.1", "localhost"] {
            let url = "https://\(host):\(receiver.port)/"
            #expect(try curl(Self.plain + ["--cacert", receiver.certificate.caFile, url]).code == 0)
        }
    }

    // MARK: Connections

    @Test func `keeps a connection for the next request`() throws {
        let receiver = try receiver()
        try post(receiver, "/", ["\(receiver.url)/again"])
        try post(receiver, "/later")
        _ = receiver.request { $0.text("/path") == "/later" }
        #expect(receiver.requests.map { $0.number("/connection") } == [1, 1, 2])
    }

    @Test func `is away and comes back on its port`() throws {
        let receiver = try receiver()
        // The port still has a connection when the receiver comes back.
        let idle = try HTTPClient(port: receiver.port)
        try receiver.tell(.hang)
        let client = try ChildProgram(InstalledProgram.path("curl"), Self.arguments(receiver, "/before"))
        #expect(receiver.request { $0.text("/path") == "/before" } != nil)
        receiver.stop()
        #expect(client.waitForExit() == 56)
        #expect(try post(receiver, "/meanwhile").code == 7)
        try receiver.start()
        #expect(try post(receiver, "/after").output == ["200"])
        #expect(receiver.request { $0.text("/path") == "/after" } != nil)
        #expect(receiver.requests.map { $0.text("/path") } == ["/before", "/after"])
        #expect(idle.isClosedByServer())
    }

    // MARK: Misbehaviour

    @Test func `misbehaves as it is told`() throws {
        let receiver = try receiver()
        let deeds: [(WebhookReceiver.Deed, answer: String, code: Int32, status: String)] = [
            (.hang, "hang", 28, "000"), (.reset, "reset", 56, "000"), (.cut, "cut", 56, "200"),
            (.early, "early", 0, "200"),
        ]
        // Unlike a limit of the whole time, it leaves a slow machine time to connect.
        let limit = ["--speed-limit", "1000000", "--speed-time", "1"]
        for (deed, answer, code, status) in deeds {
            try receiver.tell(deed, times: 1)
            let result = try post(receiver, "/", answer == "hang" ? limit : [])
            #expect(result.code == code, "\(answer): \(result.errors)")
            #expect(result.output == [status])
            #expect(receiver.request { $0.text("/answer") == answer } != nil)
        }
        #expect(receiver.request { $0.text("/answer") == "early" }?["body"] == .null)
        #expect(try post(receiver, "/").output == ["200"])
    }

    @Test func `answers early to who has more to send than fits into the connection`() throws {
        let receiver = try receiver()
        try receiver.tell(.early)
        let folder = TemporaryFolder()
        let file = folder.write("body", String(repeating: " ", count: 8 << 20))
        let result = try post(receiver, "/", ["-H", "Expect:"], body: "@\(file)")
        #expect(result.code == 0)
        #expect(result.output == ["200"])
    }

    @Test func `goes by the newest rule that matches, as often as it was told`() throws {
        let receiver = try receiver()
        try receiver.tell(.status(500))
        try receiver.tell(.status(429, headers: ["Retry-After": "2"]), match: ["target": "a"], times: 2)
        try receiver.tell(.status(204), path: "/quiet", times: 1)
        let statuses = try ["/", "/quiet", "/", "/quiet"].map { try post(receiver, $0).output }
        #expect(statuses == [["429"], ["204"], ["429"], ["500"]])
        #expect(try post(receiver, "/", body: #"{"target":"b"}"#).output == ["500"])
        try receiver.tell(.status(503, headers: ["Retry-After": "2"]), match: ["data.id": "x"])
        let other = try post(receiver, "/", ["-D", "-"], body: #"{"data":{"id":"x"}}"#)
        #expect(other.output.contains("Retry-After: 2\r"))
        #expect(throws: WebhookReceiver.Failure.self) { try receiver.tell(.early, match: ["target": "a"]) }
        try receiver.tell(.ok)
        #expect(try post(receiver, "/").output == ["200"])
    }

    // MARK: HTTP/2

    @Test func `nghttpd takes a POST by HTTP/2`() throws {
        let receiver = try NghttpdReceiver()
        let result = try curl(
            Self.plain + ["--cacert", receiver.certificate.caFile, "--http2", "-w", " %{http_version} %{http_code}"]
                + ["-d", Self.body, receiver.url])
        #expect(result.output == ["{} 2 200"])
        #expect(receiver.lines.line { $0.hasSuffix(":method: POST") }?.hasPrefix("[id=1]") == true)
    }

    // MARK: The client

    private func receiver() throws -> WebhookReceiver {
        try WebhookReceiver(secrets: Self.keys.map { "whsec_\(Base64.standard.encode($0))" })
    }

    /// The fields of a request signed with the keys of those indexes, as arguments of curl.
    private func signed(by signers: [Int], at instant: Double = TestClock.now) throws -> [String] {
        let content = Array("msg_1.\(Int(instant)).\(Self.body)".utf8)
        let signatures = try signers.map {
            "v1,\(Base64.standard.encode(try HMACSHA256.authenticate(content, key: Self.keys[$0])))"
        }
        return [
            "-H", "webhook-id: msg_1", "-H", "webhook-timestamp: \(Int(instant))", "-H",
            "webhook-signature: \(signatures.joined(separator: " "))",
        ]
    }

    /// Posts a body; the status is all of the output.
    @discardableResult
    private func post(
        _ receiver: WebhookReceiver, _ path: String, _ more: [String] = [], body: String = Self.body
    ) throws -> CommandResult {
        try curl(Self.arguments(receiver, path, body: body) + more)
    }

    /// Without what a machine's own settings add.
    private static let plain = ["-q", "-sS", "--noproxy", "*"]

    private static func arguments(_ receiver: WebhookReceiver, _ path: String, body: String = body) -> [String] {
        plain + ["--cacert", receiver.certificate.caFile, "-o", "/dev/null", "-w", "%{http_code}"]
            + ["-H", "Content-Type: application/json", "--data-binary", body, receiver.url + path]
    }

    private func curl(_ arguments: [String]) throws -> CommandResult {
        try CommandResult.of(program: InstalledProgram.path("curl"), arguments)
    }
}
