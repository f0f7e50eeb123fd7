import Synchronization

/// Whether the program was asked to stop, for a command that has something to clear away first.
final class Interruption: Sendable {
    private let flag = Atomic(false)

    /// From now on a signal to stop is noted, and ends nothing by itself.
    init() {
        StopSignals().forEach { [weak self] _ in self?.flag.store(true, ordering: .releasing) }
    }

    /// Whether one has come.
    var hasCome: Bool { flag.load(ordering: .acquiring) }
}
