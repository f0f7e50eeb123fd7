import Crypto
import Synchronization
import Telemetry

/// The provider token of one key, for all connections that it opens.
final class ProviderTokenSource: Sendable {
    private let key: APNsKey
    private let tokens = Mutex(ProviderTokens())
    /// How many tokens were made.
    let made = Counter()

    init(_ key: APNsKey) {
        self.key = key
    }

    /// The token to use at `now`, Unix seconds.
    func token(at now: Double) throws(CryptoError) -> ProviderToken {
        try tokens.withLock { tokens throws(CryptoError) in
            try tokens.token(at: now) { issuedAt throws(CryptoError) in
                let token = try ProviderToken(key, issuedAt: issuedAt)
                made.add()
                return token
            }
        }
    }

    /// APNs took the token of a push that began at `begin` for expired: whether it is worth to try again at once.
    func expired(begin: Double, at now: Double) -> Bool {
        tokens.withLock { $0.expired(begin: begin, at: now) }
    }
}
