import ActivityResolver
import Push

extension Outlet {
    /// Notes a push that cannot go now; it goes, with the state of then, when the one under way is through or the
    /// target may be tried again.
    mutating func owe(_ push: PlannedPush, at now: Double) {
        let next = Owed(push, at: now)
        owed = owed?.merged(with: next) ?? next
    }

    /// Hands over a push to a target that is free.
    mutating func handOver(_ push: PlannedPush, at now: Double) {
        handOver(Owed(push, at: now), at: now)
    }

    /// What is owed and may be tried now.
    func owedNow(at now: Double) -> Owed? {
        guard let owed, let nextTry, nextTry <= now + Tolerance.seconds else { return nil }
        return owed
    }

    /// Hands over what is owed.
    mutating func handOver(_ push: Owed, at now: Double) {
        var push = push
        push.at = now
        owed = nil
        retryAt = nil
        held = 0
        number += 1
        timestamp = Push.timestamp(at: now, after: timestamp)
        sending = push
        knowsEnd = push.event == .end
    }

    /// The push under way arrived; what changed meanwhile may go at once.
    mutating func succeeded(at now: Double) {
        finished(at: now)
    }

    /// The push under way is given up for what it is; the target was reached all the same.
    mutating func dropped(at now: Double) {
        knowsEnd = false
        finished(at: now)
    }

    private mutating func finished(at now: Double) {
        sending = nil
        failures = 0
        if owed != nil { retryAt = now }
    }

    /// The push under way did not arrive: it is owed, and goes after a pause, with the newest state.
    ///
    /// `byService`: whether it failed for what may end for all of its service's targets at once.
    mutating func failed(retryAt: Double, byService: Bool) {
        oweWhatIsUnderWay()
        failures += 1
        if byService { held += 1 }
        self.retryAt = retryAt
    }

    /// Nobody knows any more what became of the push under way: it is owed at once.
    mutating func lostTrack(at now: Double) {
        guard sending != nil else { return }
        oweWhatIsUnderWay()
        retryAt = now
    }

    /// What is owed is kept back until then, though the target itself did not fail.
    mutating func hold(until retryAt: Double) {
        held += 1
        self.retryAt = retryAt
    }

    /// What was kept back may go.
    mutating func release(at now: Double) {
        guard held > 0, sending == nil, owed != nil else { return }
        held = 0
        retryAt = now
    }

    /// The target is somewhere else now, and may be tried at once, or when the push to the old place is through.
    mutating func move(to place: Place, at now: Double) {
        registration = Registered(place: place, at: now, deviceId: registration?.deviceId)
        isSpent = false
        failures = 0
        held = 0
        retryAt = nil
    }

    /// Nothing is owed any more; a push under way goes on.
    mutating func giveUp() {
        owed = nil
        retryAt = nil
        failures = 0
        held = 0
    }

    private mutating func oweWhatIsUnderWay() {
        guard var lost = sending else { return }
        lost.reason = .retry
        sending = nil
        knowsEnd = false
        owed = owed.map(lost.merged(with:)) ?? lost
    }

    /// Whether a result is about the push under way.
    func isUnderWay(_ number: Int) -> Bool { sending != nil && self.number == number }
}
