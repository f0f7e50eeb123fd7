import ActivityResolver
import Push
import Storage

extension Work {
    /// Lets the resolver change an activity and hands over what it plans; gives the targets pushed now by index, and why.
    @discardableResult
    func change(
        _ record: Record, subscriberId: String? = nil, _ step: (inout Activity, inout [Delivery]) -> [PlannedPush]
    ) -> [(index: Int, reason: PushReason)] {
        set.touch(record)
        var sent: [(index: Int, reason: PushReason)] = []
        for push in record.state.change(step) {
            guard let index = record.state.deliveries.firstIndex(where: { $0.target == push.target }) else { continue }
            if record.state.outlets[index].offer(push, at: now) {
                handOver(push, record, index, subscriberId)
                sent.append((index, push.reason))
            } else if record.state.outlets[index].sending != nil {
                batch.awaitsOutcome = true
            }
        }
        return sent
    }

    private func handOver(_ push: PlannedPush, _ record: Record, _ index: Int, _ subscriberId: String? = nil) {
        let number = record.state.outlets[index].number
        let push = Push(
            sentAt: now, conversionId: record.row.conversionId,
            subscriberId: record.state.activity.subscriberId ?? subscriberId,
            number: number, planned: push)
        batch.pushes.append(Engine.HandedOver(sender: record.state.outlets[index].sender, push: push))
        note(push, record)
        if settings.sendsSucceedAtOnce { record.state.outlets[index].succeeded(number, at: now) }
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
        var fired: Timer.Kind?
        repeat {
            change(record) { activity, deliveries in
                let step = activity.fireTimer(for: &deliveries, at: now, rules)
                fired = step?.kind
                return step?.pushes ?? []
            }
        } while fired != nil && fired != .purge
        if fired == .purge {
            record.isRemoved = true
            record.isKnown = false
        } else {
            sendOwed(record)
        }
    }

    /// Sends what is owed to the targets that may be tried now: always the newest state.
    func sendOwed(_ record: Record) {
        for index in record.state.outlets.indices {
            guard let owed = record.state.outlets[index].takeOwed(at: now) else { continue }
            let push = newest(owed, record.state.activity, &record.state.deliveries[index])
            handOver(push, record, index)
        }
    }

    /// The push that is owed, with the state of this instant.
    private func newest(
        _ owed: Outlet.Owed, _ activity: Activity, _ delivery: inout Delivery
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
        let target = result.push.planned.target
        guard record.isKnown,
            let index = record.state.deliveries.firstIndex(where: { $0.target == target })
        else { return }
        let hadFailed = record.state.outlets[index].failures > 0
        switch result.outcome {
        case .ok: record.state.outlets[index].succeeded(result.push.number, at: now)
        case .retry(let detail):
            let retryAt = now + backOff(after: record.state.outlets[index].failures)
            record.state.outlets[index].failed(result.push.number, retryAt: retryAt)
            note(failureOf: result.push, detail, record)
        }
        let isSettled = record.state.isSettled
        let isDeleted = record.phase == .deleted
        if isSettled && isDeleted { record.state.forgetContent(rules) }
        if isSettled && !hadFailed && !isDeleted && result.outcome == .ok {
            try set.release(record)
        } else {
            set.touch(record)
            sendOwed(record)
        }
    }

    /// 1, 2, 4 … seconds, at most `retryMax`, give or take a fifth.
    private func backOff(after failures: Int) -> Double {
        let seconds = min(settings.retryMax, Double(1 << min(failures, 20)))
        return seconds * (0.8 + 0.4 * settings.random())
    }

    /// Marks as owed what a process that is gone had handed over.
    func loseTrack(of record: Record) {
        for index in record.state.outlets.indices where record.state.outlets[index].sending != nil {
            note(unknownOutcomeOf: record.state.outlets[index].number, record.state.deliveries[index].target, record)
            record.state.outlets[index].lostTrack(at: now)
        }
        set.touch(record)
    }
}
