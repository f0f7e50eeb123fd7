import Crypto
import JSON
import TestSupport
import Testing

/// `activity-relay send`.
@Suite(.timeLimit(.minutes(20))) struct SendTests {
    private let folder = TemporaryFolder()
    private let environment = ["HOOK_SECRET": HookedRelay.secrets[0]]

    private func configuration(_ receiver: WebhookReceiver) -> String {
        folder.write(
            "relay.json",
            """
            {"senders":{"log":{"type":"log"},"hook":{"type":"webhook","url":"\(receiver.url)/hook?x=1",
              "secret":{"env":"HOOK_SECRET"},"caFile":"\(receiver.certificate.caFile)","timeout":2}}}
            """)
    }

    @Test func `sends one push, and says what came of it`() throws {
        let receiver = try WebhookReceiver(secrets: [HookedRelay.secrets[0]])
        let shown = #"{"status":"generating","displayStatus":"Now","progress":0.4,"seed":271828182845904523}"#
        let state = folder.write("state.json", shown)
        let arguments = ["send", "--config", configuration(receiver), "--sender", "hook"]
        let sent = try CommandResult.of(arguments + ["--content-state", state], environment: environment)
        #expect(sent.code == 0 && sent.errors == ["activity-relay: the push was taken"])
        let request = try #require(receiver.request())
        #expect(request["verified"] == JSONValue("[0]"))
        #expect(request.text("/raw")?.contains(#""progress":0.4,"seed":271828182845904523"#) == true)
        for (status, words) in [(410, "no more"), (401, "refused"), (503, "would repeat")] {
            try receiver.tell(.status(status), times: 1)
            let result = try CommandResult.of(arguments, environment: environment)
            #expect(result.code == 1)
            #expect(result.errors.first?.contains(words) == true)
            #expect(result.errors.first?.contains("\(status)") == true)
        }
        receiver.stop()
        #expect(try CommandResult.of(arguments, environment: environment).code == 1)
    }

    @Test func `a dry run prints the exact request and sends nothing`() throws {
        let receiver = try WebhookReceiver(secrets: [HookedRelay.secrets[0]])
        let result = try CommandResult.of(
            ["send", "--config", configuration(receiver), "--sender", "hook", "--event", "end", "--dry-run"],
            environment: environment)
        #expect(result.code == 0)
        #expect(result.output.first == "POST /hook?x=1 HTTP/2")
        #expect(result.output.contains("Host: 127.0.0.1:\(receiver.port)"))
        let body = try #require(result.output.last { $0.hasPrefix("{") })
        #expect(JSONValue(body).text("/event") == "end")
        #expect(result.output.contains("Content-Length: \(body.utf8.count)"))
        #expect(receiver.requests.isEmpty)
        #expect(!result.output.joined().contains(HookedRelay.secrets[0].dropFirst(6)))
    }

    // MARK: APNs

    private static let deviceToken = String(repeating: "0a1b2c3d", count: 20)

    private func apns(_ arguments: [String]) throws -> CommandResult {
        let key = folder.write("key.p8", try ES256PrivateKey.generate().pem())
        let configuration = folder.write(
            "apns.json",
            """
            {"senders":{"log":{"type":"log"},"apns":{"type":"apns","teamId":"TEAM123456","keyId":"ABCDE12345",
              "key":{"file":"\(key)"},"bundleId":"com.example.app"}}}
            """)
        return try CommandResult.of(["send", "--config", configuration, "--sender", "apns"] + arguments)
    }

    @Test func `a dry run of an APNs push shows neither token nor signature whole`() throws {
        let result = try apns([
            "--token", Self.deviceToken, "--event", "start", "--attributes-type", "Card", "--dry-run",
        ])
        #expect(result.code == 0)
        #expect(result.output.first == "POST /3/device/0a1b2c3d… HTTP/2")
        #expect(result.output.contains("Host: api.push.apple.com"))
        #expect(result.output.contains("apns-topic: com.example.app.push-type.liveactivity"))
        let body = JSONValue(try #require(result.output.last { $0.hasPrefix("{") }))
        #expect(body.text("/aps/event") == "start" && body.text("/aps/attributes-type") == "Card")
        #expect(body.text("/aps/alert/title") == "Generating…")
        #expect(!result.output.joined().contains(Self.deviceToken))
        let signature = result.output.first { $0.hasPrefix("authorization: bearer ") }?.split(separator: ".").last
        #expect(signature?.count == 9)
    }

    @Test(arguments: [[], ["--token", "xyz"], ["--token", "abc"], ["--token", "ab", "--event", "start"]])
    func `what APNs would not know is not sent`(_ arguments: [String]) throws {
        let result = try apns(arguments + ["--dry-run"])
        #expect(result.code == 2 && result.errors.count == 1 && result.output.isEmpty)
        #expect(!result.errors.joined().contains("xyz"))
    }

    @Test func `the log's push is a line`() throws {
        let result = try CommandResult.of(["send", "--event", "start"])
        #expect(result.code == 0 && result.output.count == 1)
        #expect(JSONValue(result.output[0]).text("/contentState/displayStatus") == "Generating…")
    }

    @Test(arguments: [("update", "Generating…", 0.5), ("end", "Ready", 1)])
    func `what is sent without a content state is what the help says`(
        _ event: String, _ label: String, _ progress: Double
    ) throws {
        let sent = JSONValue(try #require(try CommandResult.of(["send", "--event", event]).output.first))
        #expect(sent.text("/contentState/displayStatus") == label)
        #expect(sent.number("/contentState/progress") == progress)
        let help = try CommandResult.of(["send", "--help"]).output.joined(separator: "\n")
        #expect(help.contains("made-up state") && help.contains("\"\(label)\" at \(Int(progress * 100)) %"))
        #expect(help.contains("overwrites what the target's card shows"))
    }

    @Test(arguments: [
        (["--event", "begin"], 2), (["--sender", "nobody"], 2), (["--environment", "dev"], 2), (["more"], 2),
        (["--content-state", "/nowhere"], 1),
    ])
    func `a wrong argument is said`(_ arguments: [String], _ code: Int) throws {
        let result = try CommandResult.of(["send"] + arguments)
        #expect(result.code == Int32(code) && result.errors.count == 1 && result.output.isEmpty)
    }
}
