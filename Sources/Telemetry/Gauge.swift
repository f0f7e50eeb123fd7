import Synchronization

/// A number that rises and falls, set from any thread.
public final class Gauge: Sendable {
    private let current = Atomic<Int64>(0)

    /// Makes a gauge at 0.
    public init() {}

    /// Sets the number.
    public func set(_ value: Int64) {
        current.store(value, ordering: .relaxed)
    }

    /// Adds `amount`, which may be negative.
    public func add(_ amount: Int64) {
        current.wrappingAdd(amount, ordering: .relaxed)
    }

    /// The number.
    public var value: Int64 { current.load(ordering: .relaxed) }
}
