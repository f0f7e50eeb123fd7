import Crypto
import Push
import Telemetry

/// Who may do what: bearer tokens with scopes, subscribers' tokens, signed requests (contract, "Access").
struct AccessControl: Sendable {
    /// What a request's credentials come to.
    enum Verdict: Equatable {
        case allowed
        /// Only for what is that subscriber's.
        case allowedFor(subscriberId: String)
        /// If it turns out to be signed, for which its body is needed.
        case allowedIfSigned
        /// Right ones whose time is over: 401, but nobody guessed.
        case expired(String)
        /// No credentials, or none that are known: 401.
        case unknown(String)
        /// Known ones that do not open this: 403.
        case forbidden(String)
    }

    private struct Entry: Sendable {
        let digest: [UInt8]
        let name: String
        let scopes: Set<Configuration.Scope>
    }

    private let entries: [Entry]
    private let webhookSecrets: [WebhookSecret]
    /// The tokens of subscribers.
    let subscriberTokens: SubscriberTokens

    /// Access by these; without subscribers' secrets their key is made of the secrets that open everything.
    init(
        _ tokens: [Configuration.AccessToken], webhookSecrets: [WebhookSecret] = [], subscriberSecrets: [Secret] = []
    ) {
        entries = tokens.map {
            Entry(digest: SHA256.digest(Array($0.secret.reveal().utf8)), name: $0.name, scopes: $0.scopes)
        }
        self.webhookSecrets = webhookSecrets
        let admins = tokens.filter { $0.scopes.contains(.admin) }.map(\.secret)
        if !subscriberSecrets.isEmpty {
            subscriberTokens = SubscriberTokens(subscriberSecrets)
        } else if !admins.isEmpty {
            subscriberTokens = SubscriberTokens(derivedFrom: admins)
        } else {
            // Nobody can ask for tokens that somebody would look at.
            subscriberTokens = SubscriberTokens((try? RandomBytes.make(32)).map { [Secret(Hex.encode($0))] } ?? [])
        }
    }

    /// Access as it is configured.
    init(_ configuration: Configuration) {
        self.init(
            configuration.tokens, webhookSecrets: configuration.webhookSecrets,
            subscriberSecrets: configuration.subscriberSecrets)
    }

    /// Whether no credentials are needed: then only loopback is served.
    var isOpen: Bool { entries.isEmpty && webhookSecrets.isEmpty }

    /// Whether a request's credentials open what needs `scope`; `now` is Unix seconds.
    ///
    /// - Parameters:
    ///   - takesSignatures: whether a signed request may do it too.
    ///   - isForSubscribers: whether a subscriber may do it with what is its own.
    func verdict(
        _ credentials: Credentials, _ scope: Configuration.Scope, takesSignatures: Bool = false,
        isForSubscribers: Bool = false, at now: Double
    ) -> Verdict {
        if isOpen { return .allowed }
        if let authorization = credentials.authorization {
            return verdict(authorization, scope, isForSubscribers: isForSubscribers, at: now)
        }
        guard takesSignatures, !webhookSecrets.isEmpty else {
            return .unknown("a bearer token is needed: Authorization: Bearer TOKEN")
        }
        guard let signature = credentials.signature else {
            return .unknown(
                "a bearer token is needed: Authorization: Bearer TOKEN; or a signature: webhook-id, webhook-timestamp "
                    + "and webhook-signature")
        }
        return signature.fault(at: now).map { .unknown($0) } ?? .allowedIfSigned
    }

    /// Whether these credentials still open reading, for what is that subscriber's if one is named.
    func lets(_ credentials: Credentials, readAs subscriberId: String?, at now: Double) -> Bool {
        switch verdict(credentials, .read, isForSubscribers: subscriberId != nil, at: now) {
        case .allowed: true
        case .allowedFor(let id): id == subscriberId
        case .allowedIfSigned, .expired, .unknown, .forbidden: false
        }
    }

    /// When a subscriber's token that was let in opens nothing more, Unix seconds; nil for what has no such end.
    func expiry(_ credentials: Credentials) -> Double? {
        guard !isOpen, let token = credentials.authorization?.split(separator: " ").last else { return nil }
        return SubscriberTokens.expiry(of: token)
    }

    /// What is wrong with the signature of a request that was allowed if signed; nil where it is right.
    func fault(_ signature: SignedRequest?, _ body: [UInt8], at now: Double) -> String? {
        guard let signature else { return "the request is not signed" }
        return signature.fault(body, webhookSecrets, at: now)
    }

    private func verdict(
        _ authorization: String, _ scope: Configuration.Scope, isForSubscribers: Bool, at now: Double
    ) -> Verdict {
        let parts = authorization.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            return .unknown("the Authorization field holds no bearer token: Authorization: Bearer TOKEN")
        }
        let token = String(parts[1])
        if let entry = entry(of: token) {
            if entry.scopes.contains(scope) || entry.scopes.contains(.admin) { return .allowed }
            return .forbidden("the token \"\(entry.name)\" does not open \(scope.rawValue)")
        }
        guard SubscriberTokens.isMeant(token) else { return .unknown("the token is not known") }
        switch subscriberTokens.read(token, at: now) {
        case .refused(let why): return .unknown(why)
        case .expired: return .expired("the subscriber token has expired: ask for a new one")
        case .subscriber(let id) where isForSubscribers: return .allowedFor(subscriberId: id)
        case .subscriber: return .forbidden("a subscriber's token opens its own registrations and activities alone")
        }
    }

    /// All entries are compared, each in constant time, so that the time taken says nothing.
    private func entry(of token: String) -> Entry? {
        let digest = SHA256.digest(Array(token.utf8))
        var found: Entry?
        for entry in entries where constantTimeEquals(entry.digest, digest) { found = entry }
        return found
    }
}
