import CLinux
import Glibc

/// Measures how long something takes.
enum Stopwatch {
    /// Seconds that `body` takes.
    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        try timing(body).elapsed
    }

    /// Seconds that `body` takes, and seconds of CPU time that all of this process takes meanwhile.
    static func timing(_ body: () throws -> Void) rethrows -> Timing {
        let before = (now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID))
        try body()
        return Timing(elapsed: now(CLOCK_MONOTONIC) - before.0, cpu: now(CLOCK_PROCESS_CPUTIME_ID) - before.1)
    }

    /// The time of day, Unix seconds.
    static var timeOfDay: Double { now(CLOCK_REALTIME) }

    /// Seconds since some instant.
    static var monotonic: Double { now(CLOCK_MONOTONIC) }

    private static func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
