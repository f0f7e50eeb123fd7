/// Texts in log lines: nothing in them may end a line, move a terminal's cursor or turn its text around.
enum LogText {
    /// Appends the text in quotes, with what is harmful escaped as JSON does it.
    static func appendQuoted(_ text: String, to line: inout [UInt8]) {
        line.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars { append(scalar, to: &line) }
        line.append(UInt8(ascii: "\""))
    }

    private static func append(_ scalar: Unicode.Scalar, to line: inout [UInt8]) {
        switch scalar {
        case "\"": line += [UInt8(ascii: "\\"), UInt8(ascii: "\"")]
        case "\\": line += [UInt8(ascii: "\\"), UInt8(ascii: "\\")]
        case "\n": line += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
        case "\r": line += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
        case "\t": line += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
        case _ where isHarmful(scalar): appendEscaped(scalar, to: &line)
        default: line += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Control characters.
        case 0..<0x20, 0x7f...0x9f: true
        // Line and paragraph separators, and marks that turn the direction of text.
        case 0x061c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }

    private static func appendEscaped(_ scalar: Unicode.Scalar, to line: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        line += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
        // What is harmful lies below 0x10000, so that four digits do.
        for shift in [12, 8, 4, 0] as [UInt32] { line.append(digits[Int(scalar.value >> shift & 0xf)]) }
    }
}
