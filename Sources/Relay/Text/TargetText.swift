import ActivityResolver
import JSON
import Push
import Telemetry

/// A target as text for people: who it is, what was last sent there, and why that is not what is resolved now.
struct TargetText {
    /// Who it is and how it stands.
    let heading: String
    /// What was last sent, and why it is behind.
    private(set) var lines: [String] = []

    /// A target that is pushed to.
    init(_ view: ActivityView, _ delivery: Delivery, _ outlet: Outlet) {
        heading = Self.heading(view, delivery, outlet)
        if let sent = Self.lastSent(to: delivery.target, view) ?? Self.handedOver(delivery, outlet, at: view.now) {
            lines.append(sent)
        }
        let hasEnded = view.state.activity.ending != nil
        if let card = ActivityView.card(delivery, outlet, hasEnded: hasEnded) { lines.append("card: \(card)") }
        if let why = Self.whyBehind(view, delivery, outlet) { lines.append("behind what is resolved now: \(why)") }
    }

    /// A target that is pushed to no more.
    init(_ view: ActivityView, _ target: RetiredTarget) {
        let token = target.token.map { ", token \($0)" } ?? ""
        let device = Self.device(view, target.target)
        heading = "\(target.target) by \(target.sender)\(device)\(token): " + Self.state(of: target)
        if let sent = Self.lastSent(to: target.target, view) { lines.append(sent) }
        if !target.knowsEnd { lines.append("behind what is resolved now: it is pushed to no more") }
    }

    private static func state(of target: RetiredTarget) -> String {
        target.reason == Registration.optedOut ? "opted out" : "dead, \(PlainText.clean(target.reason))"
    }

    private static func device(_ view: ActivityView, _ target: String) -> String {
        view.device(of: target).map { ", device \(PlainText.quoted($0))" } ?? ""
    }

    private static func heading(_ view: ActivityView, _ delivery: Delivery, _ outlet: Outlet) -> String {
        let device = device(view, delivery.target)
        let token = outlet.registration.map { ", token \(Redaction.token($0.place.token))" } ?? ""
        let kind = delivery.kind == .starts ? ", starts cards" : ""
        let count = PlainText.count(outlet.number, "push", "pushes")
        var text = "\(delivery.target) by \(outlet.sender)\(device)\(token)\(kind): live, \(count)"
        if outlet.sending != nil { text += ", one under way" }
        if let owed = outlet.owed {
            text += ", owed \(owed.event.rawValue) (\(owed.reason.rawValue))"
            if outlet.failures > 0 {
                text += " after " + PlainText.count(outlet.failures, "failure", "failures in a row")
            }
            if let retryAt = outlet.retryAt { text += ", tried \(PlainText.relative(retryAt, to: view.now))" }
        }
        return text
    }

    // MARK: What was sent

    /// The last push to it that arrived or is under way, as the history has it.
    private static func lastSent(to target: String, _ view: ActivityView) -> String? {
        guard let taken = view.lastTaken(by: target) else { return nil }
        let shown = ContentStateText.shown(taken.contentState, at: view.now)
        return "last sent \(PlainText.span(view.now - taken.at)) ago: \(shown)"
    }

    /// What was last handed over, where the history does not go back so far.
    private static func handedOver(_ delivery: Delivery, _ outlet: Outlet, at now: Double) -> String? {
        guard outlet.number > 0, outlet.owed == nil, let state = delivery.pushed?.contentState else { return nil }
        let ring = state.queuePosition == nil ? " " + PlainText.percent(state.progress) : ""
        let sentAt = min(Double(outlet.timestamp), now)
        return "last sent \(PlainText.span(now - sentAt)) ago: \(PlainText.clean(state.displayStatus))\(ring)"
    }

    // MARK: Why it is behind

    /// Why it was not sent what is resolved now; nil where it was, or needs not be.
    private static func whyBehind(_ view: ActivityView, _ delivery: Delivery, _ outlet: Outlet) -> String? {
        guard delivery.kind != .starts else { return nil }
        if let owed = outlet.owed { return whyOwed(owed, outlet) }
        if let waiting = view.state.activity.cadence.waiting, delivery.waits {
            let why = Why.waits(waiting.change.reason, isUrgent: waiting.change.isUrgent).text
            return "waits until \(PlainText.clock(waiting.at)), \(why)"
        }
        guard view.state.activity.ending == nil, let sent = delivery.pushed?.contentState else { return nil }
        let now = view.state.activity.contentState(at: view.now, for: delivery.kind, view.rules)
        let isSame =
            sent.displayStatus == now.displayStatus && sent.queuePosition == now.queuePosition
            && PlainText.percent(sent.progress) == PlainText.percent(now.progress)
        return isSame ? nil : whyNotTold(view, sent, now)
    }

    private static func whyOwed(_ owed: Outlet.Owed, _ outlet: Outlet) -> String {
        if outlet.failures > 0 { return Why.rests(owed.reason).text }
        return (outlet.held > 0 ? Why.held(owed.reason) : .underWay(owed.reason)).text
    }

    /// Why no push tells of what time has changed since the last one.
    private static func whyNotTold(_ view: ActivityView, _ sent: ContentState, _ now: ContentState) -> String {
        if view.state.activity.run.hasFixedEnd { return "there are no nudges to a fixed end (N3)" }
        if let staleAt = sent.staleAt, staleAt <= view.now, now.staleAt == nil {
            return "nudges have stopped since the content is stale (N3)"
        }
        let timer = view.state.activity.nextTimer(for: view.state.deliveries, view.rules)
        if timer.kind == .nudge {
            let due = PlainText.relative(timer.at, to: view.now)
            return "time alone has moved it, and the next nudge is due \(due) (N3)"
        }
        return "what has changed is not worth a push by itself (N1, N3)"
    }
}
