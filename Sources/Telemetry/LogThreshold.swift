import Synchronization

/// The level below which records are dropped; loggers that share one follow when it changes.
public final class LogThreshold: Sendable {
    private let number: Atomic<UInt8>

    /// Begins with that level.
    public init(_ level: LogLevel) {
        number = Atomic(level.rawValue)
    }

    /// The level of now.
    public var level: LogLevel {
        get { LogLevel(rawValue: number.load(ordering: .relaxed)) ?? .info }
        set { number.store(newValue.rawValue, ordering: .relaxed) }
    }
}
