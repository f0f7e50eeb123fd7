import ActivityResolver

/// Keeps pushes back from what takes none: while it is open a push is let through now and then, to see.
struct Breaker: Equatable {
    /// How many targets must fail, with no success in between, to open it.
    let threshold: Int
    /// How far apart tries are while it is open, seconds.
    let interval: Double
    // The targets that failed since the last success: one that always fails says nothing of the others.
    private(set) var failing: Set<String> = []
    /// When the next try may be, Unix seconds; nil while it is closed.
    private(set) var nextTry: Double?
    private var nextSoundTry = -Double.infinity

    /// A closed breaker.
    init(threshold: Int, interval: Double) {
        self.threshold = threshold
        self.interval = interval
    }

    /// Whether it keeps pushes back.
    var isOpen: Bool { nextTry != nil }

    /// Whether a push may go at `now`; one that is let through an open breaker is the try until its outcome is known,
    /// or for one interval.
    ///
    /// `isSound`: whether its target did not fail itself. Such a one tells more, and is let through more often, so that
    /// those which fail do not keep it back for good.
    mutating func admits(at now: Double, isSound: Bool = false) -> Bool {
        guard let nextTry else { return true }
        if hasCome(nextTry, at: now) {
            self.nextTry = now + interval
        } else if !isSound || !hasCome(nextSoundTry, at: now) {
            return false
        }
        nextSoundTry = now + interval / 4
        return true
    }

    /// An instant further ahead than any it sets is from before the clock was set back.
    private func hasCome(_ instant: Double, at now: Double) -> Bool {
        instant <= now + Tolerance.seconds || instant > now + interval + Tolerance.seconds
    }

    /// A push to `target` failed for the cause that this breaker is for.
    mutating func failed(_ target: String, at now: Double) {
        if nextTry == nil {
            failing.insert(target)
            guard failing.count >= threshold else { return }
            nextSoundTry = now + interval / 4
        }
        nextTry = now + interval
    }
}
