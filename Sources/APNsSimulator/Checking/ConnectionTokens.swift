/// What APNs holds a connection to: its first key, and no new token too soon.
struct ConnectionTokens: Sendable {
    /// How long a token is to be used before the next one, seconds.
    static let shortestUse = 1200.0

    private struct Use: Sendable {
        var token: ProviderTokens.Known
        var since: Double
    }

    private var current: Use?

    /// Takes a token that was found good.
    mutating func admit(_ token: ProviderTokens.Known, now: Double) throws(Refusal) {
        guard let current else {
            self.current = Use(token: token, since: now)
            return
        }
        guard token.keyId == current.token.keyId else { throw Refusal(.unrelatedKeyIdInToken) }
        // Tokens of the same instant are as good as the same: only their signatures differ.
        guard token.issuedAt != current.token.issuedAt else { return }
        guard now - current.since >= Self.shortestUse else { throw Refusal(.tooManyProviderTokenUpdates) }
        self.current = Use(token: token, since: now)
    }

    /// Lets the next token be new: the one in use was said to have expired.
    mutating func expire() {
        current?.since = -.infinity
    }
}
