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
            guard let index = record.state.index(of: push.target) else { continue }
            if send(push, record, index, subscriberId) { sent.append((index, push.reason)) }
        }
        return sent
    }

    /// Sends a push now, if its target and service can be tried; else it is owed. True where it went.
    @discardableResult
    func send(_ push: PlannedPush, _ record: Record, _ index: Int, _ subscriberId: String? = nil) -> Bool {
        guard record.state.outlets[index].isFree else {
            record.state.outlets[index].owe(push, at: now)
            if record.state.outlets[index].sending != nil { batch.awaitsOutcome = true }
            return false
        }
        let isFirst = record.state.outlets[index].owed == nil
        guard isFirst, admits(record, index) else {
            record.state.outlets[index].owe(push, at: now)
            record.state.outlets[index].retryAt = now
            return sendOwed(record, index)
        }
        record.state.outlets[index].handOver(push, at: now)
        dispatch(push, record, index, subscriberId)
        return true
    }

    private func dispatch(_ push: PlannedPush, _ record: Record, _ index: Int, _ subscriberId: String? = nil) {
        let push = Push(
            sender: record.state.outlets[index].sender, sentAt: now, timestamp: record.state.outlets[index].timestamp,
            conversionId: record.row.conversionId,
            subscriberId: record.state.activity.subscriberId ?? subscriberId,
            number: record.state.outlets[index].number, place: record.state.outlets[index].registration?.place,
            planned: push)
        batch.pushes.append(push)
        note(push, try: record.state.outlets[index].failures + 1, record)
        if settings.sendsSucceedAtOnce { record.state.outlets[index].succeeded(at: now) }
    }

    private func admits(_ record: Record, _ index: Int) -> Bool {
        if breakers.areClosed { return true }
        let outlet = record.state.outlets[index]
        return breakers.admits(
            record.row.conversionId, outlet.sender, outlet.environment, isSound: outlet.failures == 0, at: now)
    }

    // MARK: Time

    /// Carries out what is due of up to so many activities, in the order of X4.
    func fireDue(limit: Int) throws {
        for record in try set.due(by: now + Tolerance.seconds, limit: limit) { try fireTimers(record) }
    }

    /// Carries out all that is due of one activity: its timers in order, then what is owed.
    func fireTimers(_ record: Record) throws {
        // Whatever comes of it, the due instant is worked out anew.
        set.touch(record)
        var fired: Timer.Kind?
        repeat {
            let first = record.entries.count
            record.firing = record.state.activity.run.boundary
            defer { record.firing = nil }
            change(record) { activity, deliveries in
                let step = activity.fireTimer(for: &deliveries, at: now, rules)
                fired = step?.kind
                return step?.pushes ?? []
            }
            if let reason = fired?.toldReason { tellChange(of: record, reason, from: first) }
        } while fired != nil && fired != .purge
        if fired == .purge {
            record.isRemoved = true
            record.isKnown = false
            try set.removeRegistrations(record.row.conversionId)
        } else {
            try sendStarts(record)
            sendOwed(record)
        }
    }

    /// Sends what is owed to the targets that may be tried now: always the newest state.
    func sendOwed(_ record: Record) {
        for index in record.state.outlets.indices { sendOwed(record, index) }
    }

    /// Sends what is owed to a target, if it and its service may be tried; true where it went.
    @discardableResult
    func sendOwed(_ record: Record, _ index: Int) -> Bool {
        guard let owed = record.state.outlets[index].owedNow(at: now) else { return false }
        guard admits(record, index) else {
            let held = record.state.outlets[index].held
            record.state.outlets[index].hold(until: now + settings.backOff.seconds(after: held))
            return false
        }
        record.state.outlets[index].handOver(owed, at: now)
        if record.state.isStart(index) {
            var push = planStart(record, index)
            push.reason = owed.reason
            dispatch(push, record, index)
            return true
        }
        record.state.activity.settle(at: now, rules)
        dispatch(newest(owed, record.state.activity, &record.state.deliveries[index]), record, index)
        return true
    }

    /// Sends what was kept back from a service or key that takes pushes again, of up to so many activities.
    func sendReleased(limit: Int) throws {
        guard breakers.hasReleased else { return }
        for conversionId in breakers.takeReleased(limit) {
            let record = try set.record(conversionId)
            guard record.isKnown else { continue }
            for index in record.state.outlets.indices { record.state.outlets[index].release(at: now) }
            set.touch(record)
            sendOwed(record)
        }
    }

    /// The push that is owed, with the state of this instant.
    private func newest(
        _ owed: Outlet.Owed, _ activity: Activity, _ delivery: inout Delivery
    ) -> PlannedPush {
        let state = activity.contentState(at: now, for: delivery.kind, rules)
        let isOver = activity.ending != nil
        let begun: PushEvent = delivery.kind == .rerenders ? .update : .start
        let event: PushEvent = isOver ? .end : owed.event == .end ? begun : owed.event
        delivery.pushed = Pushed(contentState: state, ownStaleAt: isOver ? nil : activity.run.ownStaleAt)
        delivery.isLive = !isOver
        var push = PlannedPush(
            target: delivery.target, event: event, priority: owed.priority, contentState: state,
            dismissalDate: activity.ending?.dismissalDate, alert: owed.alert,
            relevanceScore: isOver ? activity.ending?.relevanceScore : activity.run.relevanceScore,
            reason: owed.reason)
        push.isDemoted = owed.isDemoted
        return push
    }

    // MARK: Outcomes

    /// Learns what became of a push; what changed meanwhile goes at once, what failed is owed.
    func learn(_ result: PushResult) throws {
        let push = result.push
        breakers.learn(result, at: now)
        if result.outcome == .ok, try set.settles(push) { return }
        let record = try set.record(push.conversionId)
        // An answer about a token that has been replaced touches nothing.
        guard record.isKnown, let index = record.state.index(of: push.planned.target),
            record.state.outlets[index].isUnderWay(push.number)
        else { return note(lateResult: result, record) }
        let wasOutOfReach = record.state.outlets[index].isOutOfReach
        try take(result, record, index)
        let isSettled = record.state.isSettled
        let isDeleted = record.phase == .deleted
        if result.outcome == .ok && isSettled && !wasOutOfReach && !isDeleted { return try set.release(record) }
        if wasOutOfReach { catchUp(push.planned.target, record) }
        if isSettled && isDeleted { record.state.forgetContent(rules) }
        set.touch(record)
        sendOwed(record)
    }

    /// What came of a push to a target that is one no more.
    private func note(lateResult result: PushResult, _ record: Record) {
        guard record.isKnown, case let (outcome?, detail) = result.outcome.told else { return }
        note(result, outcome, detail, record)
    }

    private func take(_ result: PushResult, _ record: Record, _ index: Int) throws {
        // An answer about a place that was left meanwhile says nothing of the new one.
        if record.state.outlets[index].registration?.place != result.push.place,
            !result.outcome.countsAsDelivered
        {
            note(lateResult: result, record)
            record.state.outlets[index].lostTrack(at: now)
            if record.state.isStart(index) { try startFailed(record, index) }
            return
        }
        switch result.outcome {
        case .ok: record.state.outlets[index].succeeded(at: now)
        case .unknown(let detail):
            record.state.outlets[index].succeeded(at: now)
            note(result, "unknown", detail, record)
        case .retry(let failure): try fail(result, failure, record, index)
        case .dropped(let detail):
            record.state.outlets[index].dropped(at: now)
            note(result, "dropped", detail, record)
        case .dead(let reason, let since):
            let registeredAt = record.state.outlets[index].registration?.at
            if let since, let registeredAt, since < registeredAt {
                return try doubt(result, "\(reason), but it was registered since", record, index)
            }
            let dropped = try dropToken(of: result.push.planned.target, reason, sentTo: result.push.place)
            buryTarget(index, reason, dropped, record)
            note(result, "dead", reason, record)
        }
    }

    /// Pushes to a dead target no more; where a card's token died, the card is gone, and is not started again.
    private func buryTarget(_ index: Int, _ reason: String, _ registration: Registration?, _ record: Record) {
        if record.state.isStart(index) {
            // By a dead token no card was started.
            record.state.deliveries[index].isLive = false
            record.state.retire(index, reason)
        } else {
            let isSpent = record.state.outlets[index].isSpent
            record.state.retire(index, reason, wantsMore: true)
            if let registration, !isSpent { mute(registration, record) }
        }
    }

    /// A service calls a token dead that was registered later than that: the push is tried once more, and the token kept.
    private func doubt(_ result: PushResult, _ reason: String, _ record: Record, _ index: Int) throws {
        guard record.state.outlets[index].isOutOfReach else { return try fail(result, Failure(reason), record, index) }
        record.state.outlets[index].dropped(at: now)
        note(result, "dropped", reason, record)
    }

    private func fail(_ result: PushResult, _ failure: Failure, _ record: Record, _ index: Int) throws {
        let pause = settings.backOff.seconds(after: record.state.outlets[index].failures, failure)
        record.state.outlets[index].failed(retryAt: now + pause, byService: failure.scope != .target)
        note(result, "retry", failure.detail, record)
        if record.state.isStart(index) { try startFailed(record, index) }
    }

    /// What a target missed while it was out of reach, and was no reason to push to others, goes as soon as it is back.
    private func catchUp(_ target: String, _ record: Record) {
        guard let index = record.state.index(of: target), !record.state.isStart(index),
            !record.state.outlets[index].isOutOfReach, record.state.outlets[index].owed == nil,
            let missed = record.state.activity.missed(by: record.state.deliveries[index], at: now, rules)
        else { return }
        record.state.outlets[index].owed = Outlet.Owed(
            event: .update, priority: missed.isUrgent ? 10 : 5, reason: .retry, alert: nil, at: now)
        record.state.outlets[index].retryAt = now
    }

    /// The clock was set back by so many seconds: what was put off for a while is not put off for longer by that.
    func clockWasSetBack(by seconds: Double, _ record: Record) {
        for index in record.state.outlets.indices {
            guard let retryAt = record.state.outlets[index].retryAt else { continue }
            record.state.outlets[index].retryAt = max(now, retryAt - seconds)
        }
        if let waiting = record.state.activity.cadence.waiting {
            record.state.activity.cadence.waiting?.at = max(now, waiting.at - seconds)
        }
        if let startsDue = record.state.startsDue { record.state.startsDue = max(now, startsDue - seconds) }
        set.touch(record)
    }

    /// Marks as owed what a process that is gone had handed over.
    func loseTrack(of record: Record) {
        for index in record.state.outlets.indices where record.state.outlets[index].sending != nil {
            note(
                unknownOutcomeOf: record.state.outlets[index].number, record.state.deliveries[index].target, record,
                "the relay ended before it knew")
            if record.state.isStart(index) {
                // A second card is worse than a late one: it counts as delivered.
                record.state.outlets[index].succeeded(at: now)
            } else {
                record.state.outlets[index].lostTrack(at: now)
            }
        }
        set.touch(record)
    }
}
