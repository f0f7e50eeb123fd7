/// What the tokens of a service look like.
public enum TokenForm: Equatable, Sendable {
    /// A free name for the place.
    case free
    /// Bytes as hexadecimal digits, as APNs has them.
    ///
    /// https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns
    case hexadecimal

    /// The longest hexadecimal token that is taken, digits. Apple names no length; those of cards have 160 digits now.
    private static let most = 512

    /// The token as it is kept and sent, digits in lower case; nil of what is none, which must not get into a path.
    public func normal(_ token: String) -> String? {
        guard self == .hexadecimal else { return token }
        // Nearly always it was kept so, and nothing has to be made anew.
        let digits = token.utf8.contains(where: Self.isUpperCase) ? token.lowercased() : token
        guard !digits.isEmpty, digits.utf8.count <= Self.most, digits.utf8.count.isMultiple(of: 2),
            digits.utf8.allSatisfy(Self.isDigit)
        else { return nil }
        return digits
    }

    private static func isUpperCase(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    /// What is said of a token that is none; without its text, for it may be one, however broken.
    public var hint: String {
        switch self {
        case .free: "a token is a free name for the place"
        case .hexadecimal: "a token is of hexadecimal digits, two for each byte, \(Self.most) at most"
        }
    }
}
