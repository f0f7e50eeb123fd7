/// What a clock shows at one instant.
public struct ClockReading: Hashable, Sendable {
    /// The seconds on it, 0 or more.
    public var seconds: Double
    /// Whether they are past a countdown's end and no wording says so: a minus stands before them (T6).
    public var isNegative: Bool
    /// Whether it ticks.
    public var isRunning: Bool

    /// A clock with so many seconds on it.
    public init(seconds: Double, isNegative: Bool = false, isRunning: Bool = true) {
        self.seconds = seconds
        self.isNegative = isNegative
        self.isRunning = isRunning
    }
}

extension ActivityTimer {
    /// What the clock shows at `now`, Unix seconds.
    ///
    /// Past a countdown's end it goes on upwards, with a minus, or plainly where `hasWording` says that words tell of it.
    /// Before its beginning a countdown shows all of its time.
    public func reading(now: Double, hasWording: Bool = false) -> ClockReading {
        switch self {
        case .countDown(let from, let until):
            isOver(at: now)
                ? ClockReading(seconds: max(0, now - until), isNegative: !hasWording)
                : ClockReading(seconds: min(until - now, until - from))
        case .countUp(let from): ClockReading(seconds: max(0, now - from))
        case .paused(let elapsed): ClockReading(seconds: elapsed, isRunning: false)
        }
    }

    /// Whether it is a countdown that has come to its end. Reaching it ends nothing (T3).
    func isOver(at now: Double) -> Bool {
        countDownEnd.map { Tolerance.reached($0, at: now) } ?? false
    }
}
