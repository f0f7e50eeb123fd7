/// The JSON way of writing a field.
enum JSONLine {
    /// Appends `"key":value`, after a comma, or the opening brace if it is the first.
    static func append(_ field: LogField, isFirst: Bool, to line: inout [UInt8]) {
        line.append(UInt8(ascii: isFirst ? "{" : ","))
        LogText.appendQuoted(field.key, to: &line)
        line.append(UInt8(ascii: ":"))
        switch field.value {
        case .text(let text): LogText.appendQuoted(text, to: &line)
        case .integer(let integer): line += Array(String(integer).utf8)
        // JSON knows neither infinity nor NaN.
        case .number(let number) where !number.isFinite: LogText.appendQuoted(number.description, to: &line)
        case .number(let number): line += Array(number.description.utf8)
        case .flag(let flag): line += Array((flag ? "true" : "false").utf8)
        }
    }
}
