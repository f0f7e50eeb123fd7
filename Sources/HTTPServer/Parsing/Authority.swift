/// Host and port, as in the Host field (RFC 9110, sections 4.2 and 7.2).
enum Authority {
    /// Whether `range` is a host that is not empty, with a port or without; user information is refused,
    /// and so are zones (RFC 6874) and addresses of a later version than IPv6.
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
            guard let end = bytes.extracting(range).firstIndex(of: UInt8(ascii: "]"), from: 1) else { return nil }
            let literalEnd = range.lowerBound + end
            return IPv6Text.isValid(bytes, in: index + 1..<literalEnd) ? literalEnd + 1 : nil
        }
        while index < range.upperBound, isName(bytes[index]) {
            if bytes[index] == ASCII.percent, !isEscape(bytes, at: index, in: range) { return nil }
            index += 1
        }
        return index
    }

    /// Whether a percent sign is followed by its two digits (RFC 3986, section 2.1).
    private static func isEscape(_ bytes: borrowing Span<UInt8>, at index: Int, in range: Range<Int>) -> Bool {
        index + 2 < range.upperBound && ASCII.hexValue(bytes[index + 1]) != nil
            && ASCII.hexValue(bytes[index + 2]) != nil
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
