/// One thing to be logged. It has no time: the sink has the clock.
public struct LogRecord: Equatable, Sendable {
    /// How much it matters.
    public var level: LogLevel
    /// What happened.
    public var message: String
    /// What is to be known of it, in order.
    public var fields: [LogField]

    /// Makes a record.
    public init(level: LogLevel, message: String, fields: [LogField] = []) {
        self.level = level
        self.message = message
        self.fields = fields
    }
}
