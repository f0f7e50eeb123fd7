import Crypto

/// A key that provider tokens may be signed with.
struct ProviderKey: Sendable {
    /// The team that it belongs to.
    var teamId: String
    /// Its id.
    var keyId: String
    /// The key.
    var key: ES256PrivateKey
}
