extension Activity {
    /// Ends it as an event says: one push with the final state, and the card stays a while (X1).
    package mutating func end(
        _ terminal: Terminal, displayStatus: String?, alert: Alert?, to deliveries: inout [Delivery], at now: Double,
        _ rules: Rules
    ) -> [PlannedPush] {
        let alert = alert ?? cadence.waiting?.change.alert
        return end(
            .ended, finalState(terminal, displayStatus: displayStatus, at: now, rules), phase: terminal.phase,
            dismissalDate: now + rules.policy.dismissAfter.seconds(terminal), alert: alert, to: &deliveries, at: now,
            rules)
    }

    /// Ends it since its completion never came; the card goes at once (X2).
    package mutating func expire(to deliveries: inout [Delivery], at now: Double, _ rules: Rules) -> [PlannedPush] {
        end(
            .expired, finalState(.expired, displayStatus: nil, at: now, rules), phase: .expired, dismissalDate: now,
            alert: nil, to: &deliveries, at: now, rules)
    }

    /// Ends it for a later start of its subscriber: the state as of now, and nothing of it is kept (S2).
    package mutating func supersede(to deliveries: inout [Delivery], at now: Double, _ rules: Rules) -> [PlannedPush] {
        let pushes = end(
            .superseded, run.endState(at: now, rules), phase: .superseded, dismissalDate: now, alert: nil,
            to: &deliveries, at: now, rules)
        run.wipe()
        return pushes
    }

    /// Takes away a card that still shows how it ended: its end once more, dismissed now (S2).
    package mutating func dismiss(to deliveries: inout [Delivery], at now: Double, _ rules: Rules) -> [PlannedPush] {
        guard var ending, ending.dismissalDate > now + Tolerance.seconds else { return [] }
        ending.dismissalDate = now
        self.ending = ending
        return sendEnd(.superseded, ending, alert: nil, to: &deliveries, at: now, rules)
    }

    /// Ends it, if it lives, as deleted; what its card showed is kept until `forgetContent`, for its end may be owed.
    package mutating func delete(to deliveries: inout [Delivery], at now: Double, _ rules: Rules) -> [PlannedPush] {
        var pushes: [PlannedPush] = []
        if ending == nil {
            pushes = end(.cancelled, displayStatus: nil, alert: nil, to: &deliveries, at: now, rules)
        }
        ending?.phase = .deleted
        ending?.at = now
        ending?.dismissalDate = now
        subscriberId = nil
        run.wipe()
        return pushes
    }

    /// Keeps nothing of what a deleted activity showed.
    package mutating func forgetContent(_ rules: Rules) {
        let stage = rules.stages.ending(.cancelled)
        ending?.contentState = ContentState(status: stage.id, displayStatus: stage.label, progress: 0)
        ending?.relevanceScore = nil
    }

    private func finalState(
        _ terminal: Terminal, displayStatus: String?, at now: Double, _ rules: Rules
    ) -> ContentState {
        var last = run
        last.queuePosition = nil
        last.pausedAt = nil
        var state = last.endState(at: now, rules)
        let stage = rules.stages.ending(terminal)
        state.status = stage.id
        state.displayStatus = displayStatus ?? stage.label
        // Only the backend declares it done (P6).
        if terminal == .completed { state.progress = 1 }
        return state
    }

    private mutating func end(
        _ reason: PushReason, _ state: ContentState, phase: Phase, dismissalDate: Double, alert: Alert?,
        to deliveries: inout [Delivery], at now: Double, _ rules: Rules
    ) -> [PlannedPush] {
        run.settle(at: now, rules)
        run.boundary = nil
        cadence.waiting = nil
        let ending = Ending(
            phase: phase, at: now, dismissalDate: dismissalDate, contentState: state,
            relevanceScore: run.relevanceScore)
        self.ending = ending
        return sendEnd(reason, ending, alert: alert, to: &deliveries, at: now, rules)
    }

    /// An end goes at once, at priority 10, and counts for intervals and budget (N2, N4).
    private mutating func sendEnd(
        _ reason: PushReason, _ ending: Ending, alert: Alert?, to deliveries: inout [Delivery], at now: Double,
        _ rules: Rules
    ) -> [PlannedPush] {
        guard deliveries.contains(where: \.isToldChanges) else { return [] }
        cadence.lastPushAt = now
        cadence.lastProgress = ending.contentState.progress
        cadence.countUrgent(at: now, rules.policy)
        var pushes: [PlannedPush] = []
        for index in deliveries.indices where deliveries[index].isToldChanges {
            pushes.append(
                PlannedPush(
                    target: deliveries[index].target, event: .end, priority: 10, contentState: ending.contentState,
                    dismissalDate: ending.dismissalDate, alert: alert, relevanceScore: ending.relevanceScore,
                    reason: reason))
            deliveries[index].handOver(Pushed(contentState: ending.contentState, ownStaleAt: nil))
            deliveries[index].isLive = false
        }
        return pushes
    }
}

extension Run {
    /// Forgets all but when it began, so that nothing leaks into what comes after (S2).
    mutating func wipe() {
        self = Run(
            startedAt: startedAt, startedAtTold: startedAtTold, isRestart: isRestart, receivedAt: lastEventAt)
        clock = ElapsedClock(runningSince: nil)
    }
}
