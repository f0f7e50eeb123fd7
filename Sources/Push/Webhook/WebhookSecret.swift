public import Crypto

/// A secret of Standard Webhooks 1.0.0: the key that a receiver checks by whom a request was made.
public struct WebhookSecret: Equatable, Sendable {
    private let key: [UInt8]

    /// The secret of a text: `whsec_` and the Base64 of 24 to 64 bytes, the prefix left out or not; nil of any other.
    public init?(_ text: String) {
        let prefix = "whsec_"
        let encoded = text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text[...]
        // Some give keys without the padding at their end.
        let padding = String(repeating: "=", count: (4 - encoded.utf8.count % 4) % 4)
        guard let key = Base64.standard.decode(encoded + padding), (24...64).contains(key.count) else { return nil }
        self.key = key
    }

    /// The signature of a request: `v1,` and the Base64 of the HMAC-SHA256 of `id.timestamp.body`.
    ///
    /// `timestamp`: whole Unix seconds of this attempt.
    public func signature(id: String, timestamp: Int, body: [UInt8]) throws(CryptoError) -> String {
        let signed = Array("\(id).\(timestamp).".utf8) + body
        return "v1," + Base64.standard.encode(try HMACSHA256.authenticate(signed, key: key))
    }
}

extension WebhookSecret: CustomStringConvertible, CustomReflectable {
    /// `<REDACTED>`.
    public var description: String { "<REDACTED>" }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
