/// When an activity was pushed and what waits to be: a decision counts once, however many targets it goes to.
package struct Cadence: Equatable, Sendable {
    /// A push that was put off (N2).
    package struct Waiting: Equatable, Sendable {
        /// When it goes, Unix seconds.
        package var at: Double
        /// What it tells.
        package var change: Change

        /// A change that waits until `at`.
        package init(at: Double, change: Change) {
            self.at = at
            self.change = change
        }
    }

    /// When the last push was decided, Unix seconds.
    package var lastPushAt: Double?
    /// The emitted progress it carried (N3).
    package var lastProgress = 0.0
    /// When the urgent ones of the last hour were, oldest first (N4).
    package var urgentAt: [Double] = []
    /// What waits.
    package var waiting: Waiting?

    /// Nothing was pushed yet.
    package init() {}

    /// Puts a change in line for sending: an urgent one may bring a waiting push forward, nothing puts it back (N2).
    mutating func wait(for change: Change, at now: Double, _ policy: Policy) {
        let spacing = change.isUrgent ? policy.minPushInterval : policy.ordinarySpacing
        // A push later than now was sent before the clock was set back.
        let earliest = max(now, min(lastPushAt ?? -.infinity, now) + spacing)
        guard var waiting else {
            self.waiting = Waiting(at: earliest, change: change)
            return
        }
        waiting.at = min(waiting.at, change.isUrgent ? earliest : now + policy.ordinarySpacing)
        waiting.change.merge(change)
        self.waiting = waiting
    }

    /// Takes the waiting push if its time has come.
    mutating func takeDue(at now: Double) -> Change? {
        guard let waiting, Tolerance.reached(waiting.at, at: now) else { return nil }
        self.waiting = nil
        return waiting.change
    }

    /// The priority at which the change goes, within the hourly budget of urgent pushes (N4).
    mutating func priority(of change: Change, at now: Double, _ policy: Policy) -> Int {
        guard change.isUrgent else { return 5 }
        urgentAt.removeAll { Tolerance.reached($0, at: now - Self.hour) }
        let isExcepted = change.hasBoundary || change.alert != nil
        guard isExcepted || urgentAt.count < policy.urgentPerHour else { return 5 }
        countUrgent(at: now, policy)
        return 10
    }

    /// Counts an urgent push against the budget; only as many as the budget asks for are remembered.
    mutating func countUrgent(at now: Double, _ policy: Policy) {
        urgentAt.append(now)
        let surplus = urgentAt.count - max(0, policy.urgentPerHour)
        if surplus > 0 { urgentAt.removeFirst(surplus) }
    }

    private static let hour = 3600.0
}
