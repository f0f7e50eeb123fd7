import Glibc

/// The time of day.
enum WallClock {
    /// Unix seconds, whole microseconds: a push may be on its way for less than a millisecond.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec * 1_000_000 + time.tv_nsec / 1000) / 1_000_000
    }
}
