/// A clock that the device ticks by itself: absolute instants in Unix seconds, never durations (T1).
public enum ActivityTimer: Hashable, Sendable {
    /// Ticks down from `from` to `until`; `from` is earlier than `until`.
    case countDown(from: Double, until: Double)
    /// Ticks up from `from`.
    case countUp(from: Double)
    /// Stands still at `elapsed` seconds, 0 or more.
    case paused(elapsed: Double)

    /// The end of a count-down.
    var countDownEnd: Double? {
        if case .countDown(_, let until) = self { until } else { nil }
    }

    /// The clock as it stood at `instant`: a running one becomes a paused one (T4).
    func frozen(at instant: Double) -> ActivityTimer {
        switch self {
        case .countDown(let from, _), .countUp(let from): .paused(elapsed: max(0, instant - from))
        case .paused: self
        }
    }

    /// The clock as it goes on at `now` after it stood still since `instant` (T4).
    func resumed(at now: Double, frozenAt instant: Double) -> ActivityTimer {
        switch self {
        case .countUp(let from): .countUp(from: now - max(0, instant - from))
        case .countDown(let from, let until): .countDown(from: from + (now - instant), until: until + (now - instant))
        case .paused: self
        }
    }
}
