import Crypto

/// The names of registrations.
enum RegistrationId {
    /// A new name: `r_` and 24 hexadecimal digits, by chance.
    static func make() -> String {
        if let bytes = try? RandomBytes.make(byteCount) { return "r_" + Hex.encode(bytes) }
        // Without OpenSSL's source the system's own is as good.
        var generator = SystemRandomNumberGenerator()
        return "r_" + Hex.encode((0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    private static let byteCount = 12
}
