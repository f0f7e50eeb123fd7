public import JSON

/// An answer of an HTTP server.
public struct HTTPAnswer: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields as they came, names in lower case.
    public var headers: [(name: String, value: String)]
    /// The body.
    public var body: [UInt8]

    /// The value of the first field of that name.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name.lowercased() }?.value
    }

    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as JSON; null where it is none.
    public var json: JSONValue {
        var reader = JSONReader(body, limits: JSONLimits(depth: 64, textBytes: 1 << 22))
        guard let value = try? reader.readValue(), (try? reader.finish()) != nil else { return .null }
        return value
    }
}
