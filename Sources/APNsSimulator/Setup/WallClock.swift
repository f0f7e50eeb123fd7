import Glibc

/// The time of day.
enum WallClock {
    /// Unix seconds, whole milliseconds.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec * 1000 + time.tv_nsec / 1_000_000) / 1000
    }
}
