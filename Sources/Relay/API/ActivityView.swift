import ActivityResolver
import JSON
import Push
import Telemetry

/// The whole truth of one activity, for whoever asks why the lock screen looks as it does.
struct ActivityView {
    var state: ActivityState
    /// The last pushes, oldest first.
    var pushes: [HistoryItem]
    var explainer: EventExplainer
    /// Unix seconds.
    var now: Double
    /// Whose start superseded it, if that is known.
    var successor: String?
    /// The deviceIds of registered targets, by target.
    var devices: [String: String] = [:]

    var rules: Rules { explainer.rules }

    /// What may be next, as `due` says it.
    static let dues = Timer.Kind.allCases.map(\.rawValue) + ["start", "retry"]

    /// What is next to be done, when, and why not before, if there is a reason.
    var next: (at: Double, what: String, why: String?) {
        let timer = state.activity.nextTimer(for: state.deliveries, rules)
        let retry = state.outlets.compactMap(\.nextTry).min()
        if let starts = state.startsDue, starts < min(timer.at, retry ?? .infinity) { return (starts, "start", nil) }
        if let retry, retry < timer.at { return (retry, "retry", nil) }
        var why: String?
        if timer.kind == .waiting, let change = state.activity.cadence.waiting?.change {
            why =
                state.deliveries.contains(where: \.waits)
                ? Why.waits(change.reason, isUrgent: change.isUrgent).text : "no target is left that waits for it"
        }
        if timer.kind == .end { why = whyEnds(at: timer.at) }
        return (timer.at, timer.kind.rawValue, why)
    }

    /// Which of silence and age the end to come is by.
    private func whyEnds(at instant: Double) -> String {
        let run = state.activity.run
        guard run.startedAt + rules.policy.maxLifetime > instant, let silence = run.silence else {
            return "maxLifetime after its start, whatever comes (X2)"
        }
        let setting: ExpiryCause = run.queuePosition == nil ? .silenceTimeout : .queueTimeout
        return "by silence, \(setting.rawValue) \(silence.start.text), if nothing is heard before (X2)"
    }

    /// What is shown from the waiting boundary on, and why; nil where none waits, or it has ended.
    var atBoundary: AtBoundary? {
        guard let boundary = state.activity.run.boundary,
            let (fired, at) = state.activity.atBoundary(notBefore: now, rules)
        else { return nil }
        var why = fired.run.explanation(at: at, rules)
        if let noStatus = boundary.whyNoStatus(rules.stages) { why.append(("boundary", noStatus)) }
        return AtBoundary(boundary: boundary, contentState: fired.contentState(at: at, rules), why: why)
    }

    /// Why an activity that has ended shows what it does.
    func whyEnded(_ ending: Ending) -> String {
        "ended as \(ending.phase.rawValue)\(whatEnded(ending)); only a start with a later startedAt, or a higher attempt, begins anew (E5, S3)"
    }

    /// What ended it, where that is not the backend's word.
    private func whatEnded(_ ending: Ending) -> String {
        if ending.phase == .superseded {
            return ": \(successor ?? "another activity") of the same subscriber started (S2)"
        }
        guard let cause = state.activity.expiryCause(rules.policy) else { return "" }
        let run = state.activity.run
        guard cause != .maxLifetime, let silence = run.silence else {
            return ": \(cause.text), \(PlainText.span(ending.at - run.startedAt)) after its start (X2)"
        }
        return ": \(cause.text), \(PlainText.span(ending.at - silence.since)) \(silence.start.text) (X2)"
    }

    /// The device that a target is on, if it is known; a device without a name is none.
    func device(of target: String) -> String? {
        devices[target].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The last push to a target that arrived or is under way, as far as the pushes here go back.
    func lastTaken(by target: String) -> (at: Double, contentState: JSONValue)? {
        for item in pushes.reversed() {
            guard case .push(let push) = item.content, push.target == target,
                push.outcome == "ok" || push.outcome == "sending", let state = push.push["contentState"]
            else { continue }
            return (item.at, state)
        }
        return nil
    }
}

extension JSONWriter {
    /// Writes the view.
    mutating func activity(_ view: ActivityView) {
        let activity = view.state.activity
        beginObject()
        member("conversionId", activity.conversionId)
        member("subscriberId", activity.subscriberId)
        member("phase", activity.phase.rawValue)
        member("supersededBy", view.successor)
        member("startedAt", activity.run.startedAt)
        key("contentState")
        contentState(activity.contentState(at: view.now, view.rules))
        boundary(view)
        key("backend")
        backend(activity)
        member("floor", Tolerance.emitted(activity.run.floor))
        member("rank", activity.run.rank)
        key("why")
        why(view)
        key("targets")
        targets(view)
        key("due")
        due(view)
        key("pushes")
        pushes(view)
        endObject()
    }

    /// What a waiting boundary will bring: its fields as they were told, and what is shown then.
    private mutating func boundary(_ view: ActivityView) {
        guard let coming = view.atBoundary else { return }
        key("boundary")
        beginObject()
        key("told")
        boundary(coming.boundary)
        key("contentState")
        contentState(coming.contentState)
        key("why")
        why(coming.why)
        endObject()
    }

    /// What the backend last said.
    private mutating func backend(_ activity: Activity) {
        let run = activity.run
        beginObject()
        member("status", run.backendStatus)
        member("words", run.words?.text)
        member("progress", run.lastTold)
        member("estimatedCompletionDate", run.estimatedCompletionDate)
        if run.fixedEnd { member("fixedEnd", true) }
        member("queuePosition", run.queuePosition)
        member("staleAt", run.ownStaleAt)
        member("attempt", activity.attempt)
        member("sequence", run.highestSequence)
        member("occurredAt", run.highestOccurredAt)
        member("lastEventAt", run.lastEventAt)
        endObject()
    }

    private mutating func why(_ view: ActivityView) {
        guard let ending = view.state.activity.ending else {
            return why(view.state.activity.run.explanation(at: view.now, view.rules))
        }
        beginObject()
        member("phase", view.whyEnded(ending))
        member("dismissalDate", ending.dismissalDate)
        endObject()
    }

    private mutating func why(_ lines: [(field: String, why: String)]) {
        beginObject()
        for line in lines {
            key(line.field)
            string(line.why)
        }
        endObject()
    }

    private mutating func targets(_ view: ActivityView) {
        let state = view.state
        beginArray()
        for (delivery, outlet) in zip(state.deliveries, state.outlets) {
            beginObject()
            member("target", delivery.target)
            member("sender", outlet.sender)
            member("deviceId", view.device(of: delivery.target))
            if delivery.kind == .starts { member("kind", "start") }
            if let place = outlet.registration?.place {
                member("token", Redaction.token(place.token))
                member("environment", place.environment.rawValue)
            }
            member("state", "live")
            card(view.card(delivery, outlet), behind: view.whyBehind(delivery, outlet))
            member("pushes", outlet.number)
            if outlet.sending != nil { member("sending", true) }
            if let owed = outlet.owed {
                key("owed")
                beginObject()
                member("event", owed.event.rawValue)
                member("reason", owed.reason.rawValue)
                member("retryAt", outlet.retryAt)
                member("failures", outlet.failures)
                if outlet.held > 0, outlet.failures == 0 { member("why", Why.senderTakesNothing) }
                endObject()
            }
            if let taken = view.lastTaken(by: delivery.target) {
                key("lastPush")
                value(taken.contentState)
            } else if outlet.number > 0, outlet.owed == nil, let pushed = delivery.pushed {
                key("lastPush")
                contentState(pushed.contentState)
            }
            endObject()
        }
        for target in state.retired { retired(target, view) }
        endArray()
    }

    private mutating func retired(_ target: RetiredTarget, _ view: ActivityView) {
        beginObject()
        member("target", target.target)
        member("sender", target.sender)
        member("deviceId", view.device(of: target.target))
        if target.deviceId != nil { member("kind", "start") }
        member("token", target.token)
        member("state", "dead")
        member("reason", target.reason)
        card(view.card(target), behind: view.whyBehind(target))
        member("pushes", target.number)
        if let taken = view.lastTaken(by: target.target) {
            key("lastPush")
            value(taken.contentState)
        }
        endObject()
    }

    private mutating func card(_ card: TargetCard, behind why: String?) {
        member("card", card.text)
        member("end", card.end?.rawValue)
        member("behind", why)
    }

    private mutating func due(_ view: ActivityView) {
        let next = view.next
        beginObject()
        member("at", next.at)
        member("what", next.what)
        member("why", next.why)
        endObject()
    }

    /// The last pushes, newest first.
    private mutating func pushes(_ view: ActivityView) {
        beginArray()
        for item in view.pushes.reversed() {
            guard case .push(let push) = item.content else { continue }
            beginObject()
            self.push(push, why: view.explainer.why(push, phase: item.phase))
            endObject()
        }
        endArray()
    }
}
