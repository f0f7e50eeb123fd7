import Synchronization

/// A number that only rises, counted from any thread.
public final class Counter: Sendable {
    private let count = Atomic<UInt64>(0)

    /// Makes a counter at 0.
    public init() {}

    /// Counts `amount` more.
    public func add(_ amount: UInt64 = 1) {
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    /// What was counted so far.
    public var value: UInt64 { count.load(ordering: .relaxed) }
}
