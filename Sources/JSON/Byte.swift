/// The bytes that mean something in a JSON text.
enum Byte {
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let openBrace = UInt8(ascii: "{")
    static let closeBrace = UInt8(ascii: "}")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
    static let minus = UInt8(ascii: "-")
    static let plus = UInt8(ascii: "+")
    static let point = UInt8(ascii: ".")
    static let zero = UInt8(ascii: "0")
    static let nine = UInt8(ascii: "9")
    static let space = UInt8(ascii: " ")
    static let newline = UInt8(ascii: "\n")

    /// Whether `byte` is white space between tokens (RFC 8259, section 2).
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == space || byte == newline || byte == 0x0D || byte == 0x09
    }

    /// Whether `byte` may follow a number or a word directly.
    static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == comma || byte == closeBrace || byte == closeBracket || isSpace(byte)
    }

    /// Whether `byte` is a letter or a digit of ASCII.
    static func isWord(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- zero < 10
    }

    /// The value of a hexadecimal digit, nil for any other byte.
    static func hexValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case zero...nine: UInt32(byte - zero)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// The digit, 0 to 15, in lower-case hexadecimal.
    static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? zero + value : UInt8(ascii: "a") + value - 10
    }
}
