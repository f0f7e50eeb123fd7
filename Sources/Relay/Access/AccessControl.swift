import Crypto
import HTTPServer
import Telemetry

/// Who may do what: bearer tokens with scopes (contract, "Access").
struct AccessControl: Sendable {
    /// What a request's credentials come to.
    enum Verdict: Equatable {
        case allowed
        /// No token, or none that is known: 401.
        case unknown(String)
        /// A known token without the scope: 403.
        case forbidden(String)
    }

    private struct Entry: Sendable {
        let digest: [UInt8]
        let name: String
        let scopes: Set<Configuration.Scope>
    }

    private let entries: [Entry]

    init(_ tokens: [Configuration.AccessToken]) {
        entries = tokens.map {
            Entry(digest: SHA256.digest(Array($0.secret.reveal().utf8)), name: $0.name, scopes: $0.scopes)
        }
    }

    /// Whether no token is needed: then only loopback is served.
    var isOpen: Bool { entries.isEmpty }

    /// Whether the credentials of an Authorization field open `scope`.
    func verdict(_ authorization: String?, _ scope: Configuration.Scope) -> Verdict {
        if isOpen { return .allowed }
        guard let authorization else { return .unknown("a bearer token is needed: Authorization: Bearer TOKEN") }
        let parts = authorization.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            return .unknown("the Authorization field holds no bearer token: Authorization: Bearer TOKEN")
        }
        guard let entry = entry(of: String(parts[1])) else { return .unknown("the token is not known") }
        if entry.scopes.contains(scope) || entry.scopes.contains(.admin) { return .allowed }
        return .forbidden("the token \"\(entry.name)\" does not open \(scope.rawValue)")
    }

    /// All entries are compared, each in constant time, so that the time taken says nothing.
    private func entry(of token: String) -> Entry? {
        let digest = SHA256.digest(Array(token.utf8))
        var found: Entry?
        for entry in entries where constantTimeEquals(entry.digest, digest) { found = entry }
        return found
    }
}
