/// A named value in a log record.
public struct LogField: Equatable, Sendable {
    /// The name; letters, digits, "_", "-" and "." are kept as they are.
    public var key: String
    /// The value.
    public var value: LogValue

    /// Makes a field of a value.
    public init(_ key: String, _ value: LogValue) {
        self.key = key
        self.value = value
    }

    /// Makes a field of a text.
    public init(_ key: String, _ value: some StringProtocol) {
        self.init(key, .text(String(value)))
    }

    /// Makes a field of a whole number.
    public init(_ key: String, _ value: some BinaryInteger) {
        self.init(key, .integer(Int64(clamping: value)))
    }

    /// Makes a field of a number.
    public init(_ key: String, _ value: Double) {
        self.init(key, .number(value))
    }

    /// Makes a field of yes or no.
    public init(_ key: String, _ value: Bool) {
        self.init(key, .flag(value))
    }
}
