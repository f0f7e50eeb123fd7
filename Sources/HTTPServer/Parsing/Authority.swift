/// Host and port, as in the Host field (RFC 9110, sections 4.2 and 7.2).
enum Authority {
    /// Whether `range` is a host that is not empty, with a port or without; user information is refused.
    static func isValid(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) -> Bool {
        guard let hostEnd = hostEnd(bytes, in: range), hostEnd > range.lowerBound else { return false }
        guard hostEnd < range.upperBound else { return true }
        guard bytes[hostEnd] == ASCII.colon, range.upperBound - hostEnd <= 6 else { return false }
        for index in hostEnd + 1..<range.upperBound where !ASCII.isDigit(bytes[index]) {
            return false
        }
        return true
    }

    private static func hostEnd(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        var index = range.lowerBound
        if bytes[index] == UInt8(ascii: "[") {
            index += 1
            let start = index
            while index < range.upperBound, isLiteral(bytes[index]) { index += 1 }
            guard index > start, index < range.upperBound, bytes[index] == UInt8(ascii: "]") else { return nil }
            return index + 1
        }
        while index < range.upperBound, isName(bytes[index]) { index += 1 }
        return index
    }

    /// What an IP literal holds (RFC 3986, section 3.2.2), the zone of RFC 6874 left out.
    private static func isLiteral(_ byte: UInt8) -> Bool {
        ASCII.hexValue(byte) != nil || byte == ASCII.colon || byte == UInt8(ascii: ".")
    }

    /// `reg-name`: letters, digits, `-._~`, percent-encoding and sub-delims.
    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), ASCII.comma, ASCII.semicolon, UInt8(ascii: "="): true
        case UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "#"): false
        default: ASCII.isToken(byte)
        }
    }
}
