/// Well-formed UTF-8 (RFC 3629, section 4; Unicode, table 3-7).
enum UTF8Sequence {
    /// The length of the well-formed sequence of two to four bytes at `index`, 0 if there is none.
    static func length(_ text: Span<UInt8>, at index: Int, end: Int) -> Int {
        let lead = text[index]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return 0
        }
        switch lead {
        case 0xE0: second = 0xA0...0xBF  // Less would be an overlong form.
        case 0xED: second = 0x80...0x9F  // More would be a surrogate.
        case 0xF0: second = 0x90...0xBF  // Less would be an overlong form.
        case 0xF4: second = 0x80...0x8F  // More would be beyond U+10FFFF.
        default: break
        }
        guard index + length <= end, second.contains(text[index + 1]) else { return 0 }
        for offset in 2..<max(2, length) where text[index + offset] & 0xC0 != 0x80 { return 0 }
        return length
    }
}
