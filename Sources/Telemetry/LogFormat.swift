/// How log records look. Each is one line, whatever its texts hold.
public enum LogFormat: String, CaseIterable, Sendable {
    /// `time=… level=info message="a text" key=value`
    case logfmt
    /// A JSON object a line, with `time`, `level`, `message` and the fields.
    case json

    /// The record as one line with its line feed, in UTF-8; `unixSeconds` is when it happened.
    public func render(_ record: LogRecord, at unixSeconds: Double) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(128 + 32 * record.fields.count)
        let head = [
            LogField("time", Timestamp.rfc3339(unixSeconds)), LogField("level", record.level.description),
            LogField("message", record.message),
        ]
        for (index, field) in (head + record.fields).enumerated() {
            switch self {
            case .logfmt: Logfmt.append(field, isFirst: index == 0, to: &line)
            case .json: JSONLine.append(field, isFirst: index == 0, to: &line)
            }
        }
        if self == .json { line.append(UInt8(ascii: "}")) }
        line.append(UInt8(ascii: "\n"))
        return line
    }
}
