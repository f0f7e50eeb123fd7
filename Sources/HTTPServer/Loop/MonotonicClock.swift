import CLinux
import Glibc

/// The system's clocks, as the loop reads them once a round.
package enum MonotonicClock {
    /// Nanoseconds since some instant in the past; never set back.
    package static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Seconds since 1970 UTC, for the Date field.
    static func wallSecond() -> Int { time(nil) }
}
