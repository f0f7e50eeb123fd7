/// The time that counts for progress: it stands still in the queue and in a pause (P2).
package struct ElapsedClock: Equatable, Sendable {
    /// What had elapsed when the clock was last stopped, seconds.
    package var base: Double
    /// Since when it has been running again, Unix seconds; nil while it stands.
    package var runningSince: Double?

    /// A clock with `base` seconds on it, running since `runningSince`.
    package init(base: Double = 0, runningSince: Double?) {
        self.base = base
        self.runningSince = runningSince
    }

    /// What has elapsed at `now`, seconds.
    func elapsed(at now: Double) -> Double {
        guard let runningSince else { return base }
        return base + max(0, now - runningSince)
    }

    mutating func stop(at now: Double) {
        base = elapsed(at: now)
        runningSince = nil
    }

    mutating func start(at now: Double) {
        if runningSince == nil { runningSince = now }
    }

    /// When `seconds` will have elapsed, if the clock runs.
    func instant(ofElapsed seconds: Double) -> Double? {
        runningSince.map { $0 + (seconds - base) }
    }
}
