/// The bytes that HTTP's grammar names (RFC 5234, appendix B.1; RFC 9110, section 5.6).
enum ASCII {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let comma: UInt8 = 0x2C
    static let slash: UInt8 = 0x2F
    static let colon: UInt8 = 0x3A
    static let semicolon: UInt8 = 0x3B
    static let questionMark: UInt8 = 0x3F
    static let percent: UInt8 = 0x25

    /// `tchar`: what methods and field names are made of. One bit a character, for 0...63 and 64...127.
    static func isToken(_ byte: UInt8) -> Bool {
        if byte < 64 {
            return 0x3FF_6CFA_0000_0000 as UInt64 >> UInt64(byte) & 1 == 1
        }
        return byte < 128 && 0x57FF_FFFF_C7FF_FFFE as UInt64 >> UInt64(byte - 64) & 1 == 1
    }

    /// `field-vchar`, space and tab: no control character, so no CR, LF or NUL (RFC 9110, section 5.5).
    static func isFieldValue(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == tab
    }

    /// What a request target may hold: printable ASCII; a fragment is never part of it (RFC 9112, section 3.2).
    static func isTarget(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != 0x23
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    /// The letter in lower case; other bytes as they are.
    static func lowercase(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// The value of a hexadecimal digit.
    static func hexValue(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte - 0x30 }
        let letter = lowercase(byte) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }
}
