/// How a subscriber's activities give way to each other: the gen-1 to gen-2 race (S2).
package enum Supersession {
    /// What a start means for another activity of its subscriber.
    package enum Fate: Equatable, Sendable {
        /// Nothing.
        case stays
        /// It lives and is ended.
        case superseded
        /// It has ended, and its card goes.
        case dismissed
    }

    /// What a start at `startedAt` means for `other`.
    package static func fate(of other: Activity, whenStartedAt startedAt: Double, now: Double) -> Fate {
        guard other.run.startedAt <= startedAt else { return .stays }
        guard let ending = other.ending else { return .superseded }
        return ending.phase != .deleted && ending.dismissalDate > now + Tolerance.seconds ? .dismissed : .stays
    }

    /// Whether a start is over as it comes, for its subscriber has a later one.
    package static func isSupersededAtBirth(startedAt: Double, latestOther: Double?) -> Bool {
        latestOther.map { $0 > startedAt } ?? false
    }
}

extension Activity {
    /// The startedAt that counts against an earlier start of its subscriber; nil where none does (S2).
    package var precedes: Double? {
        isKnownByEndOnly || ending?.phase == .deleted ? nil : run.startedAt
    }

    /// Until when its card may be on a screen; infinite while it lives, nil once deleted.
    package var shownUntil: Double? {
        guard let ending else { return .infinity }
        return ending.phase == .deleted ? nil : ending.dismissalDate
    }

    /// Whether its start is too long ago to show it at all (S5).
    package func isTooOld(at now: Double, _ policy: Policy) -> Bool {
        Tolerance.reached(run.startedAt + policy.maxLifetime, at: now)
    }
}
