public import Crypto

/// A key that Apple gave a team, to sign provider tokens with.
///
/// https://developer.apple.com/documentation/usernotifications/establishing-a-token-based-connection-to-apns
public struct APNsKey: Sendable {
    /// The team's id, 10 characters.
    public let teamId: String
    /// The key's id, 10 characters.
    public let keyId: String
    let key: ES256PrivateKey
    // What tells two keys apart, whatever they are called.
    private let publicKey: String

    /// The key of a team.
    public init(teamId: String, keyId: String, key: ES256PrivateKey) throws(CryptoError) {
        self.teamId = teamId
        self.keyId = keyId
        self.key = key
        publicKey = try key.publicKeyPEM()
    }
}

extension APNsKey: Hashable {
    /// The same key of the same names.
    public static func == (one: APNsKey, other: APNsKey) -> Bool {
        one.teamId == other.teamId && one.keyId == other.keyId && one.publicKey == other.publicKey
    }

    /// Hashes the names.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(teamId)
        hasher.combine(keyId)
    }
}
