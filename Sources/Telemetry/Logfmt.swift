/// The logfmt way of writing a field.
enum Logfmt {
    /// Appends `key=value`, after a space unless it is the first.
    static func append(_ field: LogField, isFirst: Bool, to line: inout [UInt8]) {
        if !isFirst { line.append(UInt8(ascii: " ")) }
        append(key: field.key, to: &line)
        line.append(UInt8(ascii: "="))
        switch field.value {
        case .text(let text): append(text, to: &line)
        case .integer(let integer): line += Array(String(integer).utf8)
        case .number(let number): line += Array(number.description.utf8)
        case .flag(let flag): line += Array((flag ? "true" : "false").utf8)
        }
    }

    private static func append(key: String, to line: inout [UInt8]) {
        if key.isEmpty { line.append(UInt8(ascii: "_")) }
        for byte in key.utf8 { line.append(isPlain(byte) ? byte : UInt8(ascii: "_")) }
    }

    private static func append(_ text: String, to line: inout [UInt8]) {
        if !text.isEmpty, text.utf8.allSatisfy({ isPlain($0) || isPlainInValue($0) }) {
            line += Array(text.utf8)
        } else {
            LogText.appendQuoted(text, to: &line)
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func isPlainInValue(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "@")
    }
}
