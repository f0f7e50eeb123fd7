extension Run {
    /// Takes in the fields of an event in its turn, or of a boundary that fires.
    mutating func apply(_ fields: ContentFields, progress: Double?, at now: Double, _ rules: Rules) {
        let status = StatusWord(fields.status, rules.stages)
        let entersQueue = moveInQueue(fields.queuePosition, status, progress, at: now)
        take(progress)
        apply(content: fields, at: now)
        if !entersQueue { applyLabels(fields, status, at: now, rules) }
    }

    /// Takes in what a late event may still tell: progress, rank, and what nobody told yet (E3).
    mutating func applyLate(_ fields: ContentFields, progress: Double?, at now: Double, _ rules: Rules) {
        take(progress)
        if case .listed(let rank) = StatusWord(fields.status, rules.stages) {
            backendRank = max(backendRank ?? rank, rank)
        }
        apply(content: fields.untold(told), at: now)
    }

    private mutating func take(_ progress: Double?) {
        guard let progress else { return }
        raw = max(raw, progress)
        lastTold = progress
    }

    /// Marks what an event has told.
    mutating func markTold(_ event: Event) {
        told.formUnion(event.fields.told)
        if event.boundary.isTold { told.insert(.boundary) }
    }

    private mutating func apply(content fields: ContentFields, at now: Double) {
        fields.trackTitle.apply(to: &trackTitle)
        fields.subtitle.apply(to: &subtitle)
        fields.subtitleOverflow.apply(to: &subtitleOverflow)
        fields.accentColor.apply(to: &accentColor)
        fields.extra.apply(to: &extra)
        fields.relevanceScore.apply(to: &relevanceScore)
        if fields.fixedEnd.isTold { fixedEnd = fields.fixedEnd.value ?? false }
        apply(estimatedCompletionDate: fields.estimatedCompletionDate, at: now)
        if fields.timer.isTold {
            timer = fields.timer.value
            timerToldAt = timer != nil && isPaused ? now : nil
        }
        if fields.staleAt.isTold {
            ownStaleAt = fields.staleAt.value.flatMap { Tolerance.reached($0, at: now) ? nil : $0 }
        }
    }

    /// An ETA makes the total what has elapsed and what it leaves; a past one says nothing about it (P2).
    private mutating func apply(estimatedCompletionDate field: Field<Double>, at now: Double) {
        switch field {
        case .absent: return
        case .cleared:
            estimatedCompletionDate = nil
            etaToldAt = nil
            total = nil
        case .set(let date):
            estimatedCompletionDate = date
            etaToldAt = isPaused ? now : nil
            if fixedEnd || !Tolerance.reached(date, at: now) { total = clock.elapsed(at: now) + (date - now) }
        }
    }

    private mutating func applyLabels(_ fields: ContentFields, _ status: StatusWord, at now: Double, _ rules: Rules) {
        if fields.status.isTold, status != .ending { backendStatus = fields.status.value }
        if fields.displayStatus == .cleared, words?.source == .displayStatus { words = nil }
        switch status {
        case .listed(let rank):
            backendRank = rank
            if words?.source == .status { words = nil }
        case .cleared:
            backendRank = nil
            if words?.source == .status { words = nil }
        case .absent, .ending, .unlisted: break
        }
        let own = fields.displayStatus.value
        guard let text = own ?? status.unlistedText else { return }
        let emitted = emittedProgress(at: now, rules.policy)
        let rank = status.listedRank ?? derivedRank(emitted: emitted, rules.stages)
        words = Words(text: text, rank: rank, source: own == nil ? .status : .displayStatus)
    }

    // MARK: Queue

    /// Enters, moves in or leaves the queue (Q1, Q2); true where the event puts the activity in line.
    private mutating func moveInQueue(
        _ position: Field<Int>, _ status: StatusWord, _ progress: Double?, at now: Double
    ) -> Bool {
        let isActiveStage = (status.listedRank ?? 0) > 0
        switch position {
        case .set(let place) where place >= 1:
            if isActiveStage {
                leaveQueue(at: now)
                return false
            }
            enterQueue(place, at: now)
            return true
        case .set, .cleared: leaveQueue(at: now)
        case .absent:
            let isNews = status.listedRank == nil && (progress ?? 0) > raw
            if isActiveStage || isNews { leaveQueue(at: now) }
        }
        return false
    }

    private mutating func enterQueue(_ place: Int, at now: Double) {
        // Born in the queue it has been there since its start (P2); no event has been applied yet then.
        clock.stop(at: hasBegun ? now : startedAt)
        queuePosition = place
    }

    private mutating func leaveQueue(at now: Double) {
        guard isQueued else { return }
        queuePosition = nil
        if !isPaused { clock.start(at: now) }
    }

    // MARK: Pause

    /// Freezes the clocks; false where it is paused already (T4).
    mutating func pause(at now: Double) -> Bool {
        guard !isPaused else { return false }
        pausedAt = now
        clock.stop(at: now)
        return true
    }

    /// Lets the clocks go on, a fixed end later by the length of the pause; false where it is not paused (T4).
    mutating func resume(at now: Double) -> Bool {
        guard let pausedAt else { return false }
        if let timer {
            self.timer = timer.resumed(at: now, frozenAt: max(pausedAt, timerToldAt ?? pausedAt))
        }
        if fixedEnd, let date = estimatedCompletionDate {
            estimatedCompletionDate = date + (now - max(pausedAt, etaToldAt ?? pausedAt))
        }
        pausedTotal += now - pausedAt
        self.pausedAt = nil
        if !isQueued { clock.start(at: now) }
        return true
    }
}
