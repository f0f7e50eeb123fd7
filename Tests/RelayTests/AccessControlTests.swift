import Telemetry
import Testing

@testable import Relay

/// Bearer tokens and scopes.
@Suite struct AccessControlTests {
    private let access = AccessControl([
        .init(name: "backend", secret: Secret("backend-secret-1234"), scopes: [.events]),
        .init(name: "all", secret: Secret("admin-secret-123456"), scopes: [.admin]),
    ])

    @Test func `a known token opens its scopes, admin opens all`() {
        #expect(access.verdict("Bearer backend-secret-1234", .events) == .allowed)
        #expect(access.verdict("bearer  backend-secret-1234", .events) == .allowed)
        for scope in Configuration.Scope.allCases {
            #expect(access.verdict("Bearer admin-secret-123456", scope) == .allowed)
        }
    }

    @Test func `what is wrong is said without telling a secret`() {
        #expect(
            access.verdict("Bearer backend-secret-1234", .read)
                == .forbidden("the token \"backend\" does not open read"))
        for field in [nil, "", "Bearer", "Basic abc", "Bearer ", "Bearer backend-secret-123", "backend-secret-1234"] {
            guard case .unknown(let detail) = access.verdict(field, .events) else {
                Issue.record("\(field ?? "nothing") was taken for a token")
                continue
            }
            #expect(!detail.contains("secret"))
        }
    }

    @Test func `without tokens all is open`() {
        #expect(AccessControl([]).verdict(nil, .admin) == .allowed)
    }
}
