import Synchronization
import Telemetry

/// Says in the log that this machine's clock differs from that of APNs: once for all connections.
final class ClockWatch: Sendable {
    private let logger: Logger?
    private let clock = Mutex(PeerClock())

    init(_ logger: Logger?) {
        self.logger = logger
    }

    /// Learns what a peer's clock showed at `now`, both Unix seconds.
    func compare(_ now: Double, _ peerTime: Double) {
        guard let logger, let ahead = clock.withLock({ $0.difference(at: now, peerTime: peerTime) }) else { return }
        logger.warning(
            "this machine's clock differs from that of APNs: set it right", LogField("secondsAhead", "\(ahead)"))
    }
}
