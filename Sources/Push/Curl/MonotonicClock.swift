import Glibc

/// Time that nobody sets.
enum MonotonicClock {
    /// Seconds since some instant.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
