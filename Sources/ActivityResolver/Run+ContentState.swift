extension Run {
    /// What a target of this kind shows at `now`.
    package func contentState(at now: Double, for kind: TargetKind, _ rules: Rules) -> ContentState {
        if let queuePosition { return queueState(queuePosition, at: now, rules) }
        let progress = emittedProgress(at: now, rules.policy)
        let rank = rank(emitted: progress, rules.stages)
        var state = ContentState(
            status: rules.stages.stages[rank].id, displayStatus: displayStatus(rank: rank, rules), progress: progress)
        state.trackTitle = trackTitle
        state.subtitleOverflow = subtitleOverflow
        state.accentColor = accentColor
        state.extra = extra
        state.timer = shownTimer()
        state.subtitle = showsOverflow(at: now, for: kind) ? subtitleOverflow : subtitle
        state.estimatedCompletionDate = shownCompletionDate(at: now)
        state.staleAt = shownStaleAt(at: now, rules.policy)
        return state
    }

    /// In line: the position and nothing else but the title and the app's own fields (Q1).
    private func queueState(_ position: Int, at now: Double, _ rules: Rules) -> ContentState {
        var state = ContentState(
            status: StageList.queuedId, displayStatus: displayStatus(rank: 0, rules), progress: 0)
        state.queuePosition = position
        state.trackTitle = trackTitle
        state.extra = extra
        state.staleAt = shownStaleAt(at: now, rules.policy)
        return state
    }

    /// The content state of an end: without ETA, timer, stale date and position (X1, S2).
    func endState(at now: Double, _ rules: Rules) -> ContentState {
        var state = contentState(at: now, for: .rerenders, rules)
        state.progress = emittedProgress(at: now, rules.policy)
        state.estimatedCompletionDate = nil
        state.timer = nil
        state.staleAt = nil
        state.queuePosition = nil
        return state
    }

    /// The ETA while active; a past one is left out, for a wrong ETA is worse than none (D1).
    func shownCompletionDate(at now: Double) -> Double? {
        guard isActive, let estimatedCompletionDate else { return nil }
        if !fixedEnd && Tolerance.reached(estimatedCompletionDate, at: now) { return nil }
        return estimatedCompletionDate
    }

    /// The clock carried outside the queue: the event's own, else that of a fixed end (T2, T4).
    func shownTimer() -> ActivityTimer? {
        guard !isQueued else { return nil }
        if let timer {
            guard let pausedAt else { return timer }
            return timer.frozen(at: max(pausedAt, timerToldAt ?? pausedAt))
        }
        guard fixedEnd, let until = estimatedCompletionDate else { return nil }
        let from = startedAt + pausedTotal
        // In a pause both move, the end from when it was told: what counts is what they will be after it.
        let moved = pausedAt.map { max($0, etaToldAt ?? $0) - $0 } ?? 0
        guard from + moved < until else { return nil }
        let countDown = ActivityTimer.countDown(from: from, until: until)
        return pausedAt.map(countDown.frozen(at:)) ?? countDown
    }

    /// The end of the countdown that the content state carries.
    var carriedCountDownEnd: Double? { shownTimer()?.countDownEnd }

    /// Whether the overflow wording stands in for the subtitle (T6).
    func showsOverflow(at now: Double, for kind: TargetKind) -> Bool {
        guard kind == .plain, subtitleOverflow != nil, let until = carriedCountDownEnd else { return false }
        return Tolerance.reached(until, at: now)
    }

    /// The stale date, left out where it is not ahead: a past one would hide the activity (D2).
    func shownStaleAt(at now: Double, _ policy: Policy) -> Double? {
        guard !isPaused, let staleAt = staleAt(at: now, policy), !Tolerance.reached(staleAt, at: now) else {
            return nil
        }
        return staleAt
    }

    /// The stale date of D2, past or not.
    func staleAt(at now: Double, _ policy: Policy) -> Double? {
        if let ownStaleAt, !Tolerance.reached(ownStaleAt, at: now) { return ownStaleAt }
        if fixedEnd, let estimatedCompletionDate { return estimatedCompletionDate }
        // What the backend called outdated stays so until it brings news: else a later push would make it look fresh.
        if let ownStaleAt, !Tolerance.reached(ownStaleAt, at: lastNewsAt) { return ownStaleAt }
        if timer != nil && !isQueued { return nil }
        return lastEventAt + policy.staleAfter
    }

    /// When the backend last brought news, itself or by a boundary.
    private var lastNewsAt: Double { max(lastEventAt, boundaryFiredAt ?? lastEventAt) }
}
