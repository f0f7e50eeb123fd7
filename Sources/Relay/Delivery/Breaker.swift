import ActivityResolver

/// Keeps pushes back from what takes none: while it is open one push at a time is let through, to see.
struct Breaker: Equatable {
    /// How many targets must fail, with no success in between, to open it.
    let threshold: Int
    /// How far apart tries are while it is open, seconds.
    let interval: Double
    // The targets that failed since the last success: one that always fails says nothing of the others.
    private var failing: Set<String> = []
    /// When the next try may be, Unix seconds; nil while it is closed.
    private(set) var nextTry: Double?

    /// A closed breaker.
    init(threshold: Int, interval: Double) {
        self.threshold = threshold
        self.interval = interval
    }

    /// Whether a push may go at `now`; one that is let through an open breaker is the try until its outcome is known,
    /// or for one interval.
    mutating func admits(at now: Double) -> Bool {
        guard let nextTry else { return true }
        // An instant further ahead than any it sets is from before the clock was set back.
        guard nextTry <= now + Tolerance.seconds || nextTry > now + interval + Tolerance.seconds else { return false }
        self.nextTry = now + interval
        return true
    }

    /// A push got through.
    mutating func succeeded() {
        failing = []
        nextTry = nil
    }

    /// A push to `target` failed for the cause that this breaker is for.
    mutating func failed(_ target: String, at now: Double) {
        if nextTry == nil {
            failing.insert(target)
            guard failing.count >= threshold else { return }
        }
        nextTry = now + interval
    }
}
