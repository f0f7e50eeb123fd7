import Synchronization

/// What the loops of one server count together.
final class ServerCounters: Sendable {
    /// Connections that are open, all loops together.
    let connections = Atomic<Int>(0)
    /// Requests that were handed over and are not answered.
    let exchanges = Atomic<Int>(0)
}
