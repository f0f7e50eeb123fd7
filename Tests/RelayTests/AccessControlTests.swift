import Push
import Telemetry
import Testing

@testable import Relay

/// Bearer tokens and scopes.
@Suite struct AccessControlTests {
    private let access = AccessControl([
        .init(name: "backend", secret: Secret("backend-secret-1234"), scopes: [.events]),
        .init(name: "all", secret: Secret("admin-secret-123456"), scopes: [.admin]),
    ])

    private func verdict(_ authorization: String?, _ scope: Configuration.Scope) -> AccessControl.Verdict {
        access.verdict(Credentials(authorization: authorization), scope, at: 0)
    }

    @Test func `a known token opens its scopes, admin opens all`() {
        #expect(verdict("Bearer backend-secret-1234", .events) == .allowed)
        #expect(verdict("bearer  backend-secret-1234", .events) == .allowed)
        for scope in Configuration.Scope.allCases {
            #expect(verdict("Bearer admin-secret-123456", scope) == .allowed)
        }
    }

    @Test func `what is wrong is said without telling a secret`() {
        #expect(
            verdict("Bearer backend-secret-1234", .read)
                == .forbidden("the token \"backend\" does not open read"))
        for field in [nil, "", "Bearer", "Basic abc", "Bearer ", "Bearer backend-secret-123", "backend-secret-1234"] {
            guard case .unknown(let detail) = verdict(field, .events) else {
                Issue.record("\(field ?? "nothing") was taken for a token")
                continue
            }
            #expect(!detail.contains("secret"))
        }
    }

    @Test func `without tokens all is open`() {
        #expect(AccessControl([]).verdict(Credentials(), .admin, at: 0) == .allowed)
    }

    @Test func `a subscriber's token that was right is told to have expired, and one never right to be unknown`() throws
    {
        let token = try #require(access.subscriberTokens.make("u", expires: 100))
        func verdict(_ token: String, at now: Double) -> AccessControl.Verdict {
            access.verdict(Credentials(authorization: "Bearer \(token)"), .read, isForSubscribers: true, at: now)
        }
        #expect(verdict(token, at: 99) == .allowedFor(subscriberId: "u"))
        #expect(verdict(token, at: 100) == .expired("the subscriber token has expired: ask for a new one"))
        #expect(
            verdict(token + "A", at: 100)
                == .unknown("the subscriber token was altered, or signed with a key that counts no more"))
    }

    // MARK: Signed requests

    private static let secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="

    private func signed(at timestamp: Int) throws -> (Credentials, SignedRequest, [UInt8]) {
        let body = Array("{}".utf8)
        let secret = try #require(WebhookSecret(Self.secret))
        let signature = SignedRequest(
            id: "m", timestamp: "\(timestamp)",
            signature: try secret.signature(id: "m", timestamp: timestamp, body: body))
        return (Credentials(signature: signature), signature, body)
    }

    @Test func `a signed request is let in by its body, and only to what takes signatures`() throws {
        let access = AccessControl([], webhookSecrets: [try #require(WebhookSecret(Self.secret))])
        #expect(!access.isOpen)
        let (credentials, signature, body) = try signed(at: 1000)
        #expect(access.verdict(credentials, .events, takesSignatures: true, at: 1000) == .allowedIfSigned)
        #expect(access.fault(signature, body, at: 1000) == nil)
        #expect(access.fault(signature, body + [10], at: 1000) != nil)
        #expect(access.fault(nil, body, at: 1000) == "the request is not signed")
        let needed = AccessControl.Verdict.unknown("a bearer token is needed: Authorization: Bearer TOKEN")
        #expect(access.verdict(credentials, .events, at: 1000) == needed)
        let either = AccessControl.Verdict.unknown(
            "a bearer token is needed: Authorization: Bearer TOKEN; or a signature: webhook-id, webhook-timestamp and "
                + "webhook-signature")
        #expect(access.verdict(Credentials(), .events, takesSignatures: true, at: 1000) == either)
        #expect(
            access.verdict(credentials, .events, takesSignatures: true, at: 2000)
                == .unknown("webhook-timestamp is too old: more than 5 minutes"))
    }

    @Test func `without webhook secrets a signature opens nothing`() throws {
        let (credentials, signature, body) = try signed(at: 1000)
        guard case .unknown = access.verdict(credentials, .events, takesSignatures: true, at: 1000) else {
            Issue.record("it was let in")
            return
        }
        #expect(access.fault(signature, body, at: 1000) != nil)
    }

    @Test func `a wrong token is refused whatever is signed`() throws {
        let access = AccessControl([], webhookSecrets: [try #require(WebhookSecret(Self.secret))])
        var (credentials, _, _) = try signed(at: 1000)
        credentials.authorization = "Bearer nobody-knows-this"
        #expect(
            access.verdict(credentials, .events, takesSignatures: true, at: 1000) == .unknown("the token is not known"))
    }

    // MARK: Subscribers

    @Test func `a subscriber's token opens what is for subscribers, for its own`() throws {
        let token = try #require(access.subscriberTokens.make("u-7", expires: 100))
        let credentials = Credentials(authorization: "Bearer \(token)")
        #expect(
            access.verdict(credentials, .read, isForSubscribers: true, at: 50) == .allowedFor(subscriberId: "u-7"))
        for scope in Configuration.Scope.allCases {
            #expect(
                access.verdict(credentials, scope, at: 50)
                    == .forbidden("a subscriber's token opens its own registrations and activities alone"))
            #expect(
                access.verdict(credentials, scope, isForSubscribers: true, at: 100)
                    == .expired("the subscriber token has expired: ask for a new one"))
        }
    }

    @Test func `the key of subscribers' tokens follows the admin secrets alone, or a key of its own`() throws {
        func access(_ admin: String, _ backend: String, key: String? = nil) -> AccessControl {
            AccessControl(
                [
                    .init(name: "a", secret: Secret(admin), scopes: [.admin]),
                    .init(name: "b", secret: Secret(backend), scopes: [.events]),
                ], subscriberSecrets: key.map { [Secret($0)] } ?? [])
        }
        func knows(_ one: AccessControl, _ other: AccessControl) throws -> Bool {
            let token = try #require(one.subscriberTokens.make("u", expires: 100))
            return other.subscriberTokens.read(token, at: 0) == .subscriber("u")
        }
        #expect(try knows(access("admin-1", "backend-1"), access("admin-1", "backend-2")))
        #expect(try !knows(access("admin-1", "backend-1"), access("admin-2", "backend-1")))
        #expect(try knows(access("admin-1", "b", key: "key-1"), access("admin-2", "b", key: "key-1")))
        #expect(try !knows(access("admin-1", "b", key: "key-1"), access("admin-1", "b", key: "key-2")))
        #expect(try !knows(access("admin-1", "b", key: "admin-1"), access("admin-1", "b")))
        #expect(try !knows(AccessControl([]), AccessControl([])), "without any the key is by chance")
    }
}
