import ActivityResolver

extension Outlet {
    /// Takes a planned push: true where it goes out now, false where another is under way or the target rests.
    mutating func offer(_ push: PlannedPush, at now: Double) -> Bool {
        let next = Owed(push, at: now)
        let merged = owed?.merged(with: next) ?? next
        guard sending == nil, retryAt == nil else {
            owed = merged
            return false
        }
        handOver(merged, at: now)
        return true
    }

    /// Takes what is owed, if the target may be tried now.
    mutating func takeOwed(at now: Double) -> Owed? {
        guard let owed, let nextTry, nextTry <= now + Tolerance.seconds else { return nil }
        handOver(owed, at: now)
        return owed
    }

    private mutating func handOver(_ push: Owed, at now: Double) {
        var push = push
        push.at = now
        owed = nil
        retryAt = nil
        number += 1
        sending = push
    }

    /// The push under way arrived; what changed meanwhile may go at once.
    mutating func succeeded(_ number: Int, at now: Double) {
        guard self.number == number, sending != nil else { return }
        sending = nil
        failures = 0
        if owed != nil { retryAt = now }
    }

    /// The push under way did not arrive: it is owed, and goes after a pause, with the newest state.
    mutating func failed(_ number: Int, retryAt: Double) {
        guard self.number == number, var lost = sending else { return }
        lost.reason = .retry
        sending = nil
        failures += 1
        owed = owed.map(lost.merged(with:)) ?? lost
        self.retryAt = retryAt
    }

    /// Nobody knows any more what became of the push under way: it is owed at once.
    mutating func lostTrack(at now: Double) {
        guard var lost = sending else { return }
        lost.reason = .retry
        sending = nil
        owed = owed.map(lost.merged(with:)) ?? lost
        retryAt = now
    }
}
