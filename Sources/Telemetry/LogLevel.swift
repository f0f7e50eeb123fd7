/// How much a log record matters.
public enum LogLevel: UInt8, CaseIterable, Comparable, Sendable, CustomStringConvertible {
    /// For who looks into the relay's workings.
    case debug
    /// What happens in ordinary use.
    case info
    /// What an operator should look at some day.
    case warning
    /// What an operator should look at now.
    case error

    /// The level of that name, in lower case; nil if there is none.
    public init?(_ text: some StringProtocol) {
        guard let level = Self.allCases.first(where: { $0.description == text }) else { return nil }
        self = level
    }

    /// The level's name, in lower case.
    public var description: String {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .warning: "warning"
        case .error: "error"
        }
    }

    /// Whether the left level matters less.
    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}
