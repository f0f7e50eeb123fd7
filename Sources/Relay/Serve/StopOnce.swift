import Synchronization

/// Says to the first who asks that it is the first.
final class StopOnce: Sendable {
    private let hasBegun = Atomic(false)

    /// Whether nobody asked before.
    func begin() -> Bool {
        hasBegun.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
    }
}
