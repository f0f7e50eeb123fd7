import ActivityResolver

/// Why a target was not sent what is resolved now.
extension ActivityView {
    /// Why a target that is pushed to is behind; nil where it is not, or needs not be told.
    func whyBehind(_ delivery: Delivery, _ outlet: Outlet) -> String? {
        if let owed = outlet.owed { return Self.whyOwed(owed, outlet) }
        if let waiting = state.activity.cadence.waiting, delivery.waits {
            let why = Why.waits(waiting.change.reason, isUrgent: waiting.change.isUrgent).text
            return "waits until \(PlainText.clock(waiting.at)), \(why)"
        }
        guard state.activity.ending == nil, let sent = delivery.pushed?.contentState else { return nil }
        let isStart = delivery.kind == .starts
        let resolved = state.activity.contentState(at: now, for: isStart ? .rerenders : delivery.kind, rules)
        let isSame =
            sent.displayStatus == resolved.displayStatus && sent.queuePosition == resolved.queuePosition
            && PlainText.percent(sent.progress) == PlainText.percent(resolved.progress)
        if isSame { return nil }
        return isStart ? whyStartIsBehind(delivery, outlet) : whyNotTold(sent, resolved)
    }

    /// Why a target that is pushed to no more is behind; nil where it is not.
    func whyBehind(_ target: RetiredTarget) -> String? {
        if target.knowsEnd { return nil }
        guard target.hasStarted else { return "it is pushed to no more" }
        guard state.activity.ending == nil, cardTokens(on: target.deviceId).isEmpty else { return nil }
        return whyAwaitsToken(target.target, startedAt: target.timestamp)
    }

    private static func whyOwed(_ owed: Outlet.Owed, _ outlet: Outlet) -> String {
        if outlet.failures > 0 { return Why.rests(owed.reason).text }
        return (outlet.held > 0 ? Why.held(owed.reason) : .underWay(owed.reason)).text
    }

    // MARK: Cards that were started by push

    private func whyStartIsBehind(_ delivery: Delivery, _ outlet: Outlet) -> String? {
        guard delivery.isLive, outlet.sending == nil, cardTokens(on: outlet.registration?.deviceId).isEmpty else {
            return nil
        }
        return whyAwaitsToken(delivery.target, startedAt: outlet.timestamp)
    }

    /// `startedAt`: whole Unix seconds, for where the history does not go back so far.
    private func whyAwaitsToken(_ target: String, startedAt: Int) -> String {
        let start = lastTaken(by: target)?.at ?? min(Double(startedAt), now)
        let since = PlainText.clock(start, from: now)
        return "the app has not registered its card's token since \(since) UTC; only that can change the card"
    }

    // MARK: What no push tells

    /// Why no push tells of what time has changed since the last one.
    private func whyNotTold(_ sent: ContentState, _ resolved: ContentState) -> String {
        if state.activity.run.hasFixedEnd { return "there are no nudges to a fixed end (N3)" }
        if let staleAt = sent.staleAt, staleAt <= now, resolved.staleAt == nil {
            return "nudges have stopped since the content is stale (N3)"
        }
        let timer = state.activity.nextTimer(for: state.deliveries, rules)
        if timer.kind == .nudge {
            let due = PlainText.relative(timer.at, to: now)
            return "time alone has moved it, and the next nudge is due \(due) (N3)"
        }
        return "what has changed is not worth a push by itself (N1, N3)"
    }
}
