extension Run {
    /// How long the run takes, seconds of elapsed time: by its ETA, else as configured (P2).
    func effectiveTotal(_ policy: Policy) -> Double? {
        total ?? policy.expectedDuration
    }

    /// What elapsed time alone makes of the progress: up to 0.95, for only the backend declares it done (P3).
    func timeBased(at now: Double, _ policy: Policy) -> Double {
        guard let total = effectiveTotal(policy), total > 0 else { return 0 }
        return min(Self.timeCap, max(0, clock.elapsed(at: now) / total))
    }

    /// Progress before it is cut for emission (P4).
    func resolvedProgress(at now: Double, _ policy: Policy) -> Double {
        min(1, max(raw, floor, timeBased(at: now, policy)))
    }

    /// Progress as it is emitted.
    package func emittedProgress(at now: Double, _ policy: Policy) -> Double {
        Tolerance.emitted(resolvedProgress(at: now, policy))
    }

    /// The most that time alone can reach (P3).
    static let timeCap = 0.95

    /// When the emitted progress reaches `goal` by time, if it ever does; long ago where it has (N3).
    func instant(ofProgress goal: Double, _ policy: Policy) -> Double? {
        if Tolerance.emitted(min(1, max(raw, floor))) >= goal - Tolerance.progress { return -.infinity }
        guard goal <= Self.timeCap + Tolerance.progress, let total = effectiveTotal(policy), total > 0 else {
            return nil
        }
        return clock.instant(ofElapsed: goal * total)
    }

    /// Raises floor and rank to what resolves now, so that no reader ever sees a lower value (P5).
    mutating func settle(at now: Double, _ rules: Rules) {
        let progress = resolvedProgress(at: now, rules.policy)
        rank = rank(emitted: Tolerance.emitted(progress), rules.stages)
        floor = progress
        // A countdown that is over already as its wording comes needs no push of its own for it (T6).
        if showsOverflow(at: now, for: .plain) { overflowTold = carriedCountDownEnd }
    }
}
