extension Activity {
    /// What a target that was just registered is shown: the state of this instant, or the end.
    ///
    /// It waits for no interval and counts for none (contract, "Registration").
    package mutating func greet(_ delivery: inout Delivery, at now: Double, _ rules: Rules) -> PlannedPush {
        if let ending { return tellEnd(ending, &delivery) }
        run.settle(at: now, rules)
        let state = run.contentState(at: now, for: delivery.kind, rules)
        let push = PlannedPush(
            target: delivery.target, event: delivery.nextEvent, priority: 10, contentState: state,
            relevanceScore: run.relevanceScore, reason: .registered)
        // Where no push was decided yet, nudges go on from what is shown here.
        if cadence.lastPushAt == nil { cadence.lastProgress = run.isQueued ? 0 : state.progress }
        delivery.handOver(Pushed(contentState: state, ownStaleAt: run.ownStaleAt))
        // What waits to ring rings here too.
        delivery.waits = cadence.waiting?.change.alert != nil
        return push
    }

    private func tellEnd(_ ending: Ending, _ delivery: inout Delivery) -> PlannedPush {
        delivery.handOver(Pushed(contentState: ending.contentState, ownStaleAt: nil))
        delivery.isLive = false
        return PlannedPush(
            target: delivery.target, event: .end, priority: 10, contentState: ending.contentState,
            dismissalDate: ending.dismissalDate, relevanceScore: ending.relevanceScore,
            reason: ending.phase.endReason)
    }
}

extension Phase {
    /// What an end push of an activity that stands here is for.
    var endReason: PushReason {
        switch self {
        case .superseded: .superseded
        case .expired: .expired
        case .active, .queued, .paused, .completed, .failed, .cancelled, .deleted: .ended
        }
    }
}
