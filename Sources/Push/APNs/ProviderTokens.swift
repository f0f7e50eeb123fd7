import Crypto

/// When a key's provider token is made anew: one token for all that it signs, 40 minutes old at most.
///
/// Apple wants it renewed every 20 to 60 minutes, and refuses a second renewal within 20 minutes on a connection.
struct ProviderTokens {
    private var current: ProviderToken?
    // When that was made, Unix seconds.
    private var madeAt = -Double.infinity
    // When one was made out of turn, since APNs took the one before for expired, Unix seconds.
    private var lastOutOfTurn: Double?
    private var mustRenew = false

    /// `iat` is a multiple of this, seconds: several relays, and one before and after a restart, agree on it; and from a
    /// token's first use to the next one's are never less than 20 minutes.
    static let grid = 1200
    /// How old a token gets, seconds.
    static let life = 2400
    /// How far its `iat` may be ahead, seconds, before the clock must have been set back.
    private static let tolerance = 60.0

    /// The token to use at `now`, Unix seconds; `make` makes one of that `iat`.
    mutating func token(
        at now: Double, make: (_ issuedAt: Int) throws(CryptoError) -> ProviderToken
    ) throws(CryptoError) -> ProviderToken {
        if let current, !mustRenew, isFit(current, at: now) { return current }
        let second = Int(max(0, now))
        let token = try make(mustRenew ? second : second / Self.grid * Self.grid)
        current = token
        madeAt = now
        mustRenew = false
        return token
    }

    private func isFit(_ token: ProviderToken, at now: Double) -> Bool {
        let age = now - Double(token.issuedAt)
        return age >= -Self.tolerance && age < Double(Self.life)
    }

    /// APNs took the token of a push that began at `begin` for expired: whether another one is used instead from now on;
    /// at most one in 20 minutes is made so.
    mutating func expired(begin: Double, at now: Double) -> Bool {
        if mustRenew || madeAt > begin { return true }
        if let lastOutOfTurn, lastOutOfTurn <= now, now - lastOutOfTurn < Double(Self.grid) { return false }
        lastOutOfTurn = now
        mustRenew = true
        return true
    }
}
