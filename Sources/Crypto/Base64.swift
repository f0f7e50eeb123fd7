/// Bytes as Base64 (RFC 4648), in either of its alphabets.
public enum Base64: Sendable {
    /// With "+" and "/", padded with "=".
    case standard
    /// With "-" and "_", not padded: as JSON Web Tokens have it.
    case url

    /// The text of the bytes.
    public func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for position in 0...group.count {
                text.append(character(UInt8(bits >> (18 - 6 * UInt32(position)) & 0x3f)))
            }
            if self == .standard { text += [UInt8](repeating: Self.padding, count: 3 - group.count) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of the text; nil unless it is just what `encode` gives for them, so no line breaks, and no other
    /// padding or spare bits.
    public func decode(_ text: some StringProtocol) -> [UInt8]? {
        var characters = Array(text.utf8)
        if self == .standard {
            guard characters.count % 4 == 0 else { return nil }
            for _ in 0..<2 where characters.last == Self.padding { characters.removeLast() }
        }
        guard characters.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var bitCount = 0
        for character in characters {
            guard let value = value(character) else { return nil }
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
        }
        // What is left over must be nothing, or two texts would stand for the same bytes.
        return bits & ((1 << UInt32(bitCount)) - 1) == 0 ? bytes : nil
    }

    private static let padding = UInt8(ascii: "=")

    private func character(_ value: UInt8) -> UInt8 {
        switch value {
        case 0..<26: UInt8(ascii: "A") + value
        case 26..<52: UInt8(ascii: "a") + value - 26
        case 52..<62: UInt8(ascii: "0") + value - 52
        case 62: UInt8(ascii: self == .standard ? "+" : "-")
        default: UInt8(ascii: self == .standard ? "/" : "_")
        }
    }

    private func value(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case self.character(62): 62
        case self.character(63): 63
        default: nil
        }
    }
}
