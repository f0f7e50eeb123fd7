import Glibc

/// The time of day, for tests that live in real time.
public enum TestClock {
    /// How long a test waits for what must come, seconds: longer than a loaded machine needs.
    public static let patience = 30.0

    /// Unix seconds.
    public static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Returns when it is `instant`.
    public static func wait(until instant: Double) {
        while true {
            let rest = instant - now
            if rest <= 0 { return }
            usleep(UInt32(min(rest, 1) * 1e6))
        }
    }

    /// Asks again and again, until it holds or patience ends; whether it held.
    public static func eventually(within seconds: Double = patience, _ holds: () throws -> Bool) rethrows -> Bool {
        let deadline = now + seconds
        while true {
            if try holds() { return true }
            if now > deadline { return false }
            usleep(2000)
        }
    }
}
