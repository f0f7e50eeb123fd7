import ActivityResolver
import Push

extension Work {
    /// Lets the resolver change an activity and hands over what it plans; gives the targets pushed now, and why.
    @discardableResult
    func change(
        _ state: ActivityState, _ record: Record, _ step: (inout Activity, inout [Delivery]) -> [PlannedPush]
    ) -> [String: PushReason] {
        var state = state
        var deliveries = state.deliveries.map(\.delivery)
        let pushes = step(&state.activity, &deliveries)
        for index in state.deliveries.indices { state.deliveries[index].delivery = deliveries[index] }
        var sent: [String: PushReason] = [:]
        for push in pushes {
            guard let index = state.deliveries.firstIndex(where: { $0.delivery.target == push.target }) else {
                continue
            }
            if state.deliveries[index].offer(push, at: now) {
                handOver(push, state.activity, &state.deliveries[index])
                sent[push.target] = push.reason
            } else if state.deliveries[index].sending != nil {
                batch.awaitsOutcome = true
            }
        }
        record.state = state
        set.touch(record)
        return sent
    }

    private func handOver(_ push: PlannedPush, _ activity: Activity, _ target: inout TargetDelivery) {
        batch.pushes.append(
            Engine.HandedOver(
                sender: target.sender,
                push: Push(
                    sentAt: now, conversionId: activity.conversionId, subscriberId: activity.subscriberId,
                    number: target.number, planned: push)))
        if settings.sendsSucceedAtOnce { target.succeeded(target.number, at: now) }
    }

    // MARK: Time

    /// Carries out what is due of up to so many activities, in the order of X4.
    func fireDue(limit: Int) throws {
        for record in try set.due(by: now, limit: limit) { fireTimers(record) }
    }

    /// Carries out all that is due of one activity: its timers in order, then what is owed.
    func fireTimers(_ record: Record) {
        // Whatever comes of it, the due instant is worked out anew.
        set.touch(record)
        while let state = record.state {
            var fired: Timer.Kind?
            change(state, record) { activity, deliveries in
                let step = activity.fireTimer(for: &deliveries, at: now, rules)
                fired = step?.kind
                return step?.pushes ?? []
            }
            if fired == .purge {
                record.isRemoved = true
                record.state = nil
            }
            if fired == nil { break }
        }
        sendOwed(record)
    }

    /// Sends what is owed to the targets that may be tried now: always the newest state.
    func sendOwed(_ record: Record) {
        guard var state = record.state else { return }
        for index in state.deliveries.indices {
            guard let owed = state.deliveries[index].takeOwed(at: now) else { continue }
            let push = newest(owed, state.activity, &state.deliveries[index].delivery)
            handOver(push, state.activity, &state.deliveries[index])
        }
        record.state = state
    }

    /// The push that is owed, with the state of this instant.
    private func newest(
        _ owed: TargetDelivery.Owed, _ activity: Activity, _ delivery: inout Delivery
    ) -> PlannedPush {
        let state = activity.contentState(at: now, for: delivery.kind, rules)
        let isOver = activity.ending != nil
        let event: PushEvent = isOver ? .end : owed.event == .end ? .start : owed.event
        delivery.pushed = Pushed(contentState: state, ownStaleAt: isOver ? nil : activity.run.ownStaleAt)
        delivery.isLive = !isOver
        return PlannedPush(
            target: delivery.target, event: event, priority: owed.priority, contentState: state,
            dismissalDate: activity.ending?.dismissalDate, alert: owed.alert,
            relevanceScore: isOver ? activity.ending?.relevanceScore : activity.run.relevanceScore,
            reason: owed.reason)
    }

    // MARK: Outcomes

    /// Learns what became of a push; what changed meanwhile goes at once, what failed is owed.
    func learn(_ result: PushResult) throws {
        let record = try set.record(result.push.conversionId)
        guard var state = record.state,
            let index = state.deliveries.firstIndex(where: { $0.delivery.target == result.push.planned.target })
        else { return }
        switch result.outcome {
        case .ok: state.deliveries[index].succeeded(result.push.number, at: now)
        case .retry:
            let retryAt = now + backOff(after: state.deliveries[index].failures)
            state.deliveries[index].failed(result.push.number, retryAt: retryAt)
        }
        record.state = state
        set.touch(record)
        note(result, record)
        sendOwed(record)
    }

    /// 1, 2, 4 … seconds, at most `retryMax`, give or take a fifth.
    private func backOff(after failures: Int) -> Double {
        let seconds = min(settings.retryMax, Double(1 << min(failures, 20)))
        return seconds * (0.8 + 0.4 * settings.random())
    }

    /// Marks as owed what a process that is gone had handed over.
    func loseTrack(of record: Record) {
        guard var state = record.state else { return }
        for index in state.deliveries.indices { state.deliveries[index].lostTrack(at: now) }
        record.state = state
        set.touch(record)
    }
}
