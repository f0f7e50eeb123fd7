extension Activity {
    /// What is to be done with `event`, of which `isSeen` says whether its eventId came before.
    ///
    /// An event for an activity of which nothing is known begins it (S1).
    package func admission(of event: Event, isSeen: Bool, at now: Double, _ rules: Rules) -> Admission {
        if let subscriberId, let told = event.subscriberId, told != subscriberId { return .foreignSubscriber }
        if isSeen { return .duplicate }
        if ending?.phase == .deleted { return .ignored(.deleted) }
        if let told = event.attempt {
            let known = attempt ?? 1
            if told > known { return .restarts }
            if told < known { return .ignored(.superseded) }
        } else if isLaterStart(event) {
            return .restarts
        }
        if let ending { return .ignored(ending.phase) }
        if isFromEarlierRun(event) { return .ignored(.superseded) }
        let isLate = isLate(event, at: now) && event.resolvedType(rules.stages).ending == nil
        return isLate ? .late : .inTurn
    }

    /// A start whose own time is later than the known one, both as they were told (S3).
    private func isLaterStart(_ event: Event) -> Bool {
        guard event.type == .start, let told = event.startedAt ?? event.occurredAt else { return false }
        return told > run.startedAtTold
    }

    /// After a restart: what happened before it belongs to the run before (S3).
    private func isFromEarlierRun(_ event: Event) -> Bool {
        guard run.isRestart, event.attempt == nil else { return false }
        if let occurredAt = event.occurredAt, occurredAt < run.startedAt { return true }
        guard event.type == .start, let startedAt = event.startedAt else { return false }
        return startedAt < run.startedAt
    }

    /// Older than the newest applied: by sequence where both have one, else by occurredAt (E3).
    private func isLate(_ event: Event, at now: Double) -> Bool {
        if let sequence = event.sequence, let highest = run.highestSequence { return sequence < highest }
        // One without a time of its own happened at its receipt, which is never before another's: if it seems so, the
        // clock was set back.
        guard let highest = run.highestOccurredAt, let occurredAt = event.occurredAt else { return false }
        return min(occurredAt, now) < highest
    }
}
