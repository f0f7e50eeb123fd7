import Push
import Testing

@testable import Relay

/// Requests signed as Standard Webhooks say.
@Suite struct SignedRequestTests {
    private static let now = 1_790_000_000
    private static let texts = [
        "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=", "whsec_YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXo=",
    ]
    private let secrets = texts.compactMap { WebhookSecret($0) }
    private let body = Array(#"{"conversionId":"a"}"#.utf8)

    private func signature(_ secret: Int, id: String = "msg_1", at timestamp: Int = now) throws -> String {
        try secrets[secret].signature(id: id, timestamp: timestamp, body: body)
    }

    private func fault(
        _ signature: String?, id: String? = "msg_1", timestamp: String? = "\(now)", body: [UInt8]? = nil,
        at now: Int = now
    ) -> String? {
        SignedRequest(id: id, timestamp: timestamp, signature: signature)
            .fault(body ?? self.body, secrets, at: Double(now))
    }

    private static let noneRight = "none of the signatures in webhook-signature is right for this body"

    @Test func `any of several signatures by any of the secrets will do`() throws {
        let (one, two) = (try signature(0), try signature(1))
        for field in [
            one, two, "\(one) \(two)", "v1,AAAA \(two)", "v1a,AAAA v2,BBBB \(one)", "  \(one)  ", "\(one), v1,AAAA",
        ] {
            #expect(fault(field) == nil, "\(field)")
        }
    }

    @Test func `another body, id or timestamp is not what was signed`() throws {
        let one = try signature(0)
        #expect(fault(one, body: body + [0x20]) == Self.noneRight)
        #expect(fault(one, body: []) == Self.noneRight)
        #expect(fault(one, id: "msg_2") == Self.noneRight)
        #expect(fault(one, timestamp: "\(Self.now + 1)") == Self.noneRight)
        #expect(fault("v1,AAAA") == Self.noneRight)
        #expect(fault(String(one.dropLast())) == Self.noneRight)
        let stranger = try #require(WebhookSecret("whsec_c3RyYW5nZXJzdHJhbmdlcnN0cmFuZ2VyMTI="))
        #expect(fault(try stranger.signature(id: "msg_1", timestamp: Self.now, body: body)) == Self.noneRight)
        #expect(
            SignedRequest(id: "msg_1", timestamp: "\(Self.now)", signature: one).fault(body, [], at: Double(Self.now))
                == Self.noneRight)
    }

    @Test func `its timestamp is within five minutes, either way`() throws {
        let one = try signature(0)
        for offset in [-300, -299, 0, 299, 300] { #expect(fault(one, at: Self.now + offset) == nil, "\(offset)") }
        #expect(fault(one, at: Self.now + 301) == "webhook-timestamp is too old: more than 5 minutes")
        #expect(fault(one, at: Self.now - 301) == "webhook-timestamp is too far ahead: more than 5 minutes")
    }

    @Test(arguments: ["", "soon", "1.5", "+1790000000", "01790000000", " 1790000000", "-1", "99999999999999999999"])
    func `a timestamp that is no number of seconds is said`(_ timestamp: String) throws {
        let fault = fault(try signature(0), timestamp: timestamp)
        #expect(fault == "webhook-timestamp is not Unix seconds" || timestamp == "-1" && fault?.contains("old") == true)
    }

    @Test func `what is missing is said`() throws {
        let one = try signature(0)
        #expect(fault(one, id: nil) == "webhook-id is missing: a signed request has one")
        #expect(fault(one, id: "") == "webhook-id is missing: a signed request has one")
        #expect(fault(one, timestamp: nil) == "webhook-timestamp is missing: a signed request has one")
        #expect(fault(nil) == "webhook-signature is missing: a signed request has one")
        for none in ["", " ", "v1", "v1a,AAAA", "V1,AAAA", "v2,AAAA v1a,BBBB", "AAAA"] {
            #expect(fault(none) == "webhook-signature holds no signature of version v1", "\(none)")
        }
    }

    @Test func `of a flood of signatures only the first ones are tried`() throws {
        let wrong = Array(repeating: "v1,AAAA", count: 16)
        let one = try signature(0)
        #expect(fault((wrong.dropLast() + [one]).joined(separator: " ")) == nil)
        #expect(fault((wrong + [one]).joined(separator: " ")) == Self.noneRight)
    }
}
