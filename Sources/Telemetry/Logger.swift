/// Makes log records of what matters enough and hands them to a sink.
public struct Logger: Sendable {
    private let threshold: LogThreshold
    /// Fields that each record begins with.
    public var fields: [LogField]

    private let sink: @Sendable (LogRecord) -> Void

    /// Makes a logger; records below `level` are dropped; `sink` is called on the thread that logs.
    public init(
        level: LogLevel = .info, fields: [LogField] = [], sink: @escaping @Sendable (LogRecord) -> Void
    ) {
        self.init(threshold: LogThreshold(level), fields: fields, sink: sink)
    }

    /// Makes a logger whose level may change; `sink` is called on the thread that logs.
    public init(
        threshold: LogThreshold, fields: [LogField] = [], sink: @escaping @Sendable (LogRecord) -> Void
    ) {
        self.threshold = threshold
        self.fields = fields
        self.sink = sink
    }

    /// A logger that drops everything.
    public static let none = Logger(level: .error) { _ in }

    /// The same logger with more fields in each record.
    public func with(_ more: LogField...) -> Logger {
        Logger(threshold: threshold, fields: fields + more, sink: sink)
    }

    /// Whether records of that level are kept: to be asked where a record's fields are dear to make.
    public func isEnabled(_ level: LogLevel) -> Bool {
        level >= threshold.level
    }

    /// Logs what is for who looks into the relay's workings.
    public func debug(_ message: @autoclosure () -> String, _ fields: LogField...) {
        if isEnabled(.debug) { emit(.debug, message(), fields) }
    }

    /// Logs what happens in ordinary use.
    public func info(_ message: @autoclosure () -> String, _ fields: LogField...) {
        if isEnabled(.info) { emit(.info, message(), fields) }
    }

    /// Logs what an operator should look at some day.
    public func warning(_ message: @autoclosure () -> String, _ fields: LogField...) {
        if isEnabled(.warning) { emit(.warning, message(), fields) }
    }

    /// Logs what an operator should look at now.
    public func error(_ message: @autoclosure () -> String, _ fields: LogField...) {
        if isEnabled(.error) { emit(.error, message(), fields) }
    }

    /// Logs at a level that is known only at run time.
    public func log(_ level: LogLevel, _ message: @autoclosure () -> String, _ fields: LogField...) {
        if isEnabled(level) { emit(level, message(), fields) }
    }

    /// Logs at a level, and with fields, that are known only at run time.
    public func log(_ level: LogLevel, _ message: @autoclosure () -> String, _ fields: [LogField]) {
        if isEnabled(level) { emit(level, message(), fields) }
    }

    private func emit(_ level: LogLevel, _ message: String, _ more: [LogField]) {
        sink(LogRecord(level: level, message: message, fields: fields.isEmpty ? more : fields + more))
    }
}
