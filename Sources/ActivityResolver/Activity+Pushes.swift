extension Activity {
    /// Holds the state against what each target was last told, and gives what is to be sent now (N1, N2).
    ///
    /// What comes too soon waits in `cadence`; the deliveries that it is for are marked.
    package mutating func plan(
        _ change: Change?, for deliveries: inout [Delivery], at now: Double, _ rules: Rules
    ) -> [PlannedPush] {
        var whole: Change?
        for index in deliveries.indices where deliveries[index].isToldChanges {
            guard let found = difference(change, deliveries[index], at: now, rules) else { continue }
            deliveries[index].waits = true
            whole = .union(whole, found)
        }
        if let whole { cadence.wait(for: whole, at: now, rules.policy) }
        return sendDue(to: &deliveries, at: now, rules)
    }

    /// Tells targets of what time alone has changed: nothing is compared, for nothing was told.
    mutating func plan(
        byTime change: Change, for deliveries: inout [Delivery], where isMeant: (TargetKind) -> Bool = { _ in true },
        at now: Double, _ rules: Rules
    ) -> [PlannedPush] {
        for index in deliveries.indices where deliveries[index].isToldChanges && isMeant(deliveries[index].kind) {
            deliveries[index].waits = true
        }
        cadence.wait(for: change, at: now, rules.policy)
        return sendDue(to: &deliveries, at: now, rules)
    }

    private func difference(_ change: Change?, _ delivery: Delivery, at now: Double, _ rules: Rules) -> Change? {
        guard let pushed = delivery.pushed else { return .union(Change(.start), change) }
        if delivery.isOutOfReach { return change }
        let state = run.contentState(at: now, for: delivery.kind, rules)
        let seen = pushed.difference(to: state, ownStaleAt: run.ownStaleAt, at: now, rules.policy)
        return .union(seen, change)
    }

    /// Sends what waits, if its time has come: the state of this instant (N2).
    mutating func sendDue(to deliveries: inout [Delivery], at now: Double, _ rules: Rules) -> [PlannedPush] {
        guard let change = cadence.takeDue(at: now) else { return [] }
        run.settle(at: now, rules)
        let priority = cadence.priority(of: change, at: now, rules.policy)
        cadence.lastPushAt = now
        cadence.lastProgress = run.isQueued ? 0 : run.emittedProgress(at: now, rules.policy)
        var pushes: [PlannedPush] = []
        for index in deliveries.indices where deliveries[index].waits {
            let state = run.contentState(at: now, for: deliveries[index].kind, rules)
            var push = PlannedPush(
                target: deliveries[index].target, event: deliveries[index].nextEvent,
                priority: priority, contentState: state, alert: change.alert,
                relevanceScore: run.relevanceScore, reason: change.reason)
            push.isDemoted = change.isUrgent && priority < PlannedPush.urgent
            pushes.append(push)
            deliveries[index].handOver(Pushed(contentState: state, ownStaleAt: run.ownStaleAt))
        }
        return pushes
    }

    /// What a target that could not be reached has missed: what differs from what was last handed over to it by as much
    /// as is worth a push (N1); nil: nothing.
    package func missed(by delivery: Delivery, at now: Double, _ rules: Rules) -> Change? {
        guard let pushed = delivery.pushed else { return Change(.start) }
        if let ending { return pushed.contentState == ending.contentState ? nil : Change(ending.phase.endReason) }
        let state = run.contentState(at: now, for: delivery.kind, rules)
        return pushed.difference(to: state, ownStaleAt: run.ownStaleAt, at: now, rules.policy)
    }

    /// Why a target that is live need not be pushed to.
    package func whyUnchanged(for delivery: Delivery, at now: Double, _ rules: Rules) -> Unchanged {
        guard ending == nil, let pushed = delivery.pushed else { return .nothing }
        return pushed.whyUnchanged(run.contentState(at: now, for: delivery.kind, rules), rules.policy)
    }
}

extension Delivery {
    mutating func handOver(_ pushed: Pushed) {
        self.pushed = pushed
        isLive = true
        waits = false
    }
}
