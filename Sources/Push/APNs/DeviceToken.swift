/// A token by which APNs knows a device or a card: bytes as hexadecimal digits.
///
/// https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns
enum DeviceToken {
    /// The longest that is taken, digits. Apple names no length; those of cards have 160 digits now.
    private static let most = 512

    /// The token in lower case; nil of what is none, which must not get into a path.
    static func normal(_ token: String) -> String? {
        let digits = token.lowercased()
        guard !digits.isEmpty, digits.utf8.count <= most, digits.utf8.count.isMultiple(of: 2),
            digits.utf8.allSatisfy({ isDigit($0) })
        else { return nil }
        return digits
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
