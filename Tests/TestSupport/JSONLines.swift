public import JSON

/// Lines of JSON.
public enum JSONLines {
    /// The values of the lines that are not empty.
    public static func values(_ bytes: [UInt8]) throws -> [JSONValue] {
        try bytes.split(separator: UInt8(ascii: "\n")).map { line in
            var reader = JSONReader(Array(line), limits: JSONLimits(textBytes: 1 << 20))
            let value = try reader.readValue()
            try reader.finish()
            return value
        }
    }

    /// A value as one line, with its line feed.
    public static func line(_ value: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(value)
        writer.newline()
        return writer.take()
    }
}
