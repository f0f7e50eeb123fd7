import ActivityResolver
import JSON
import Push
import Testing

@testable import Push

/// What a webhook sender makes of secrets, pushes and answers.
@Suite struct WebhookTests {
    // MARK: Secrets

    /// The example that the reference libraries of Standard Webhooks test themselves with.
    @Test func `a signature is that of Standard Webhooks`() throws {
        let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let body = Array("{\"test\": 2432232314}".utf8)
        let signature = try secret.signature(id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: body)
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        #expect(WebhookSecret("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw") == secret)
    }

    @Test(arguments: ["", "whsec_", "whsec_MfKQ", "whsec_!!!!", "not base64 at all, but long enough to be"])
    func `a text that is no secret is none`(_ text: String) {
        #expect(WebhookSecret(text) == nil)
    }

    @Test func `a secret does not print`() throws {
        let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let settings = WebhookSettings(connection: CurlSettings(url: "https://example.com/"), secrets: [secret])
        var text = ""
        dump(settings, to: &text)
        #expect(!"\(settings)\(text)".contains("MfKQ9r8"))
        #expect(!"\(settings)\(text)".contains("49, 242, 144"))
    }

    // MARK: Requests

    @Test func `a request is signed with every secret, and the same push has the same id`() throws {
        let push = push(number: 3)
        let texts = [sender(at: 1_790_000_005), sender(at: 1_790_000_009)].map { $0.preview(push) }
        let ids = texts.map { field("webhook-id", $0) }
        #expect(ids[0] == ids[1])
        #expect(ids[0]?.wholeMatch(of: /msg_[0-9a-f]{32}/) != nil)
        #expect(texts.map { field("webhook-timestamp", $0) } == ["1790000005", "1790000009"])
        #expect(field("webhook-signature", texts[0])?.split(separator: " ").count == 2)
        #expect(texts[0].hasPrefix("POST /hook?a=b HTTP/2\nHost: example.com:8443\n"))
        #expect(field("webhook-id", sender(at: 1_790_000_005).preview(self.push(number: 4))) != ids[0])
    }

    @Test func `a stale date that passed while the push waited is left out`() throws {
        let body = { (now: Double) in sender(at: now).preview(push(number: 1)).contains("staleAt") }
        #expect(body(1_790_000_005) && !body(1_790_000_300))
    }

    private func sender(at now: Double) -> WebhookSender {
        let secrets = ["MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"]
        let connection = CurlSettings(url: "https://example.com:8443/hook?a=b")
        return WebhookSender(
            WebhookSettings(connection: connection, secrets: secrets.compactMap { WebhookSecret($0) }), now: { now })
    }

    private func push(number: Int) -> Push {
        var state = ContentState(status: "generating", displayStatus: "Generating…", progress: 0.42)
        state.staleAt = 1_790_000_300
        return Push(
            sender: "hook", sentAt: 1_790_000_000.2, conversionId: "gen-2", subscriberId: "u-7", number: number,
            planned: PlannedPush(target: "hook", event: .update, priority: 10, contentState: state, reason: .status))
    }

    private func field(_ name: String, _ text: String) -> String? {
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ": ") }
        return line.map { String($0.dropFirst(name.count + 2)) }
    }

    // MARK: Answers

    @Test(arguments: [200, 201, 202, 204, 299]) func `2xx is taken`(_ status: Int) {
        #expect(outcome(status) == .ok)
    }

    @Test(arguments: [400, 401, 403, 405, 409, 413, 415, 422, 431, 451]) func `any other 4xx drops that push`(
        _ status: Int
    ) {
        #expect(outcome(status) == .dropped("the receiver answered \(status)"))
    }

    @Test(arguments: [301, 302, 307, 308, 404, 408, 425, 429, 500, 501, 502, 503, 504, 599, 100])
    func `what may pass is repeated`(_ status: Int) {
        guard case .retry(let failure) = outcome(status, retryAfter: 7) else {
            Issue.record("\(outcome(status))")
            return
        }
        #expect(failure.scope == .target && failure.retryAfter == 7)
        #expect(failure.detail.hasPrefix("the receiver answered \(status)"))
    }

    @Test func `410 is a dead target`() {
        guard case .dead(_, nil) = outcome(410) else {
            Issue.record("\(outcome(410))")
            return
        }
    }

    @Test func `no answer is a failure of the service; one that broke off is an answer`() {
        let broken = TransferFailure(code: 92, message: "the stream was reset")
        #expect(
            WebhookVerdict.outcome(of: TransferResult(status: 0, failure: broken))
                == .retry(Failure("the stream was reset", scope: .service)))
        let file = TransferFailure(code: 77, message: "error setting certificate file")
        #expect(
            WebhookVerdict.outcome(of: TransferResult(status: 0, failure: file))
                == .retry(Failure("error setting certificate file", scope: .key)))
        #expect(WebhookVerdict.outcome(of: TransferResult(status: 200, failure: broken)) == .ok)
    }

    @Test func `what a receiver says is told on one line, and not all of it`() {
        let said = Array("bad\nsignature\u{1B}[31m\u{7F}\u{9B}\u{202E}\t\(String(repeating: "x", count: 500))".utf8)
        guard case .dropped(let detail) = WebhookVerdict.outcome(of: TransferResult(status: 401, body: said)) else {
            Issue.record("not dropped")
            return
        }
        #expect(detail.hasPrefix("the receiver answered 401: bad signature [31m xxx"))
        #expect(detail.utf8.count < 200)
    }

    private func outcome(_ status: Int, retryAfter: Double? = nil) -> Outcome {
        WebhookVerdict.outcome(of: TransferResult(status: status, retryAfter: retryAfter))
    }
}
