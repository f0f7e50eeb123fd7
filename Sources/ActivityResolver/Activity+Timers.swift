extension Activity {
    /// What time alone will bring next (X4).
    package func nextTimer(for deliveries: [Delivery], _ rules: Rules) -> Timer {
        if let ending { return Timer(at: ending.at + rules.policy.retention, kind: .purge) }
        var next = Timer(at: expiry(rules.policy), kind: .end)
        // In reverse order, so that of one instant the first in order is kept.
        if let at = nudgeInstant(for: deliveries, rules), at <= next.at { next = Timer(at: at, kind: .nudge) }
        if let at = cadence.waiting?.at, at <= next.at { next = Timer(at: at, kind: .waiting) }
        if let at = overflowInstant(for: deliveries), at <= next.at { next = Timer(at: at, kind: .overflow) }
        if let at = run.boundary?.at, at <= next.at { next = Timer(at: at, kind: .boundary) }
        return next
    }

    /// Carries out the next timer if its time has come; nil where there is none. A purge is the caller's to do.
    package mutating func fireTimer(
        for deliveries: inout [Delivery], at now: Double, _ rules: Rules
    ) -> (kind: Timer.Kind, pushes: [PlannedPush])? {
        let timer = nextTimer(for: deliveries, rules)
        guard Tolerance.reached(timer.at, at: now) else { return nil }
        return (timer.kind, fire(timer.kind, for: &deliveries, at: now, rules))
    }

    private mutating func fire(
        _ kind: Timer.Kind, for deliveries: inout [Delivery], at now: Double, _ rules: Rules
    ) -> [PlannedPush] {
        switch kind {
        case .boundary:
            guard let boundary = run.boundary else { return [] }
            return plan(fire(boundary, at: now, rules), for: &deliveries, at: now, rules)
        case .overflow:
            run.overflowTold = run.carriedCountDownEnd
            return plan(byTime: Change(.overflow), for: &deliveries, where: { $0 == .plain }, at: now, rules)
        case .waiting: return sendDue(to: &deliveries, at: now, rules)
        case .nudge: return plan(byTime: Change(.nudge, urgent: false), for: &deliveries, at: now, rules)
        case .end: return expire(to: &deliveries, at: now, rules)
        case .purge: return []
        }
    }

    /// When a push tells that time has moved the ring to its next goal (N3).
    func nudgeInstant(for deliveries: [Delivery], _ rules: Rules) -> Double? {
        guard run.isActive, !run.hasFixedEnd, cadence.waiting == nil, deliveries.contains(where: \.isToldChanges),
            run.effectiveTotal(rules.policy) != nil, let goal = nudgeGoal(rules),
            let reached = run.instant(ofProgress: goal, rules.policy)
        else { return nil }
        let spacing = max(rules.policy.nudgeInterval, rules.policy.ordinarySpacing, Self.leastNudgeSpacing)
        let at = max(reached, (cadence.lastPushAt ?? run.startedAt) + spacing)
        // Outdated content must not look fresh.
        if let staleAt = run.staleAt(at: at, rules.policy), Tolerance.reached(staleAt, at: at) { return nil }
        return at
    }

    /// Seconds; without any spacing a total of next to nothing would nudge without end in one instant.
    private static let leastNudgeSpacing = 0.01

    /// The progress that the next nudge tells of: a step further, or the next stage.
    private func nudgeGoal(_ rules: Rules) -> Double? {
        var goal = cadence.lastProgress + rules.policy.nudgeStep
        if let from = rules.stages.nextFrom(afterRank: run.rank), from > cadence.lastProgress + Tolerance.progress {
            goal = min(goal, from)
        }
        return goal <= Run.timeCap + Tolerance.progress ? goal : nil
    }

    /// When the overflow wording is to be told of: once for each end of a countdown (T6).
    func overflowInstant(for deliveries: [Delivery]) -> Double? {
        guard run.isActive, run.subtitleOverflow != nil, let until = run.carriedCountDownEnd,
            run.overflowTold != until, deliveries.contains(where: { $0.kind == .plain })
        else { return nil }
        return until
    }

    /// When silence or age ends it (X2).
    func expiry(_ policy: Policy) -> Double {
        let byAge = run.startedAt + policy.maxLifetime
        guard let since = run.silence?.since else { return byAge }
        return min(byAge, since + (run.isQueued ? policy.queueTimeout : policy.silenceTimeout))
    }
}

extension Run {
    /// From when silence counts, and by what; nil while it does not (X2).
    package var silence: (since: Double, start: SilenceStart)? {
        guard !isPaused else { return nil }
        var latest = (since: lastEventAt, start: SilenceStart.event)
        func count(from instant: Double?, _ start: SilenceStart) {
            if let instant, instant > latest.since { latest = (instant, start) }
        }
        switch shownTimer() {
        case .countUp, .paused: return nil
        case .countDown(_, let until): count(from: until, .countDown)
        case nil: break
        }
        count(from: boundary?.at, .boundary)
        count(from: boundaryFiredAt, .boundary)
        return latest
    }
}
