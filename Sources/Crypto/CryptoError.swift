/// Why OpenSSL would not do what it does on any sound system.
public struct CryptoError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A plain sentence that holds no secret.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
