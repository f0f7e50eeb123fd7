/// What is known of how this machine's clock differs from that of APNs.
///
/// A wrong clock makes provider tokens expire, and dates be past (contract, "Delivery").
struct PeerClock {
    /// How far clocks may differ, seconds.
    static let tolerance = 60.0
    /// How long a difference is not said again, seconds.
    static let interval = 600.0

    private var saidAt: Double?

    /// How many seconds this machine's clock is ahead of one that showed `peerTime`, where that is to be said at `now`; nil
    /// where it is not. Both are Unix seconds.
    mutating func difference(at now: Double, peerTime: Double) -> Int? {
        let ahead = now - peerTime
        guard abs(ahead) > Self.tolerance else { return nil }
        // An instant ahead is from before the clock was set back.
        if let saidAt, saidAt <= now, now - saidAt < Self.interval { return nil }
        saidAt = now
        return Int(ahead.rounded())
    }
}
