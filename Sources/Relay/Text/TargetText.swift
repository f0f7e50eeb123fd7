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
        add(view.card(delivery, outlet), behind: view.whyBehind(delivery, outlet))
    }

    /// A target that is pushed to no more.
    init(_ view: ActivityView, _ target: RetiredTarget) {
        let token = target.token.map { ", token \($0)" } ?? ""
        let device = Self.device(view, target.target)
        heading = "\(target.target) by \(target.sender)\(device)\(token): " + Self.state(of: target)
        if let sent = Self.lastSent(to: target.target, view) { lines.append(sent) }
        add(view.card(target), behind: view.whyBehind(target))
    }

    private mutating func add(_ card: TargetCard, behind why: String?) {
        if let text = card.text { lines.append("card: \(PlainText.clean(text))") }
        if let why { lines.append("behind what is resolved now: \(why)") }
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
}
