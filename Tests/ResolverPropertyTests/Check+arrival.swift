import ActivityResolver
import Push

@testable import Relay

extension Check {
    static let lastStateArrives = Check(
        name: "the last state that matters is pushed in the end, to each target", rules: "N1 N2 X1"
    ) { trace in
        guard let last = trace.moments.last else { return nil }
        var pushed: [String: Push] = [:]
        for push in trace.pushes { pushed["\(push.conversionId) \(push.planned.target)"] = push }
        for (name, view) in last.activities.sorted(by: { $0.key < $1.key }) {
            for delivery in view.deliveries where delivery.kind != .starts {
                let place = "\(name) \(delivery.target)"
                if hasJustChanged(view.activity, at: last.at, trace.rules.policy) { continue }
                guard let push = pushed[place] else { return "\(place) was told nothing" }
                let fault =
                    view.activity.ending.map { unlike($0, push) }
                    ?? unlike(view.activity, delivery.kind, push, at: last.at, trace.rules)
                if let fault { return "\(place): \(fault); last pushed: \(push.planned)" }
            }
        }
        return nil
    }

    /// Whether time has brought something so late that the push of it may still wait.
    private static func hasJustChanged(_ activity: Activity, at now: Double, _ policy: Policy) -> Bool {
        let spacing = max(policy.ordinaryInterval, policy.minPushInterval)
        guard let waiting = activity.cadence.waiting, waiting.at <= now + spacing else { return false }
        return [activity.run.boundaryFiredAt, activity.run.overflowTold].contains { $0 ?? 0 > now - spacing }
    }

    private static func unlike(_ ending: Ending, _ push: Push) -> String? {
        guard ending.phase != .deleted else { return push.planned.event == .end ? nil : "its end was not told" }
        let isTold =
            push.planned.event == .end && push.planned.contentState == ending.contentState
            && push.planned.dismissalDate == ending.dismissalDate
        return isTold ? nil : "the end \(ending) was not told"
    }

    private static func unlike(
        _ activity: Activity, _ kind: TargetKind, _ push: Push, at now: Double, _ rules: Rules
    ) -> String? {
        if push.planned.event == .end { return "it lives, and was told of an end" }
        let want = activity.contentState(at: now, for: kind, rules)
        let got = push.planned.contentState
        if want.queuePosition != got.queuePosition { return "place \(String(describing: want.queuePosition))" }
        if want.trackTitle != got.trackTitle || want.extra != got.extra { return "title or extra" }
        if want.accentColor != got.accentColor || want.timer != got.timer { return "colour or timer" }
        if want.subtitle != got.subtitle || want.subtitleOverflow != got.subtitleOverflow { return "subtitle" }
        return unlikeLabel(want, got, activity, rules) ?? unlikeDates(want, got, activity, at: now, rules)
    }

    /// What time alone moves may be older by a nudge: it is told as it goes on, or no more once it is stale.
    private static func unlikeLabel(
        _ want: ContentState, _ got: ContentState, _ activity: Activity, _ rules: Rules
    ) -> String? {
        let isMoved = activity.run.total != nil || rules.policy.expectedDuration != nil
        let step = max(rules.policy.progressStep, 1e-6)
        let hasMoved = isMoved && got.progress < want.progress
        if !hasMoved, want.status != got.status || want.displayStatus != got.displayStatus {
            return "label \(want.displayStatus)"
        }
        if !hasMoved, abs(want.progress - got.progress) >= step { return "progress \(want.progress)" }
        let raw = Tolerance.emitted(activity.run.raw)
        return got.progress <= raw - step && !activity.run.isQueued ? "progress \(raw)" : nil
    }

    private static func unlikeDates(
        _ want: ContentState, _ got: ContentState, _ activity: Activity, at now: Double, _ rules: Rules
    ) -> String? {
        let run = activity.run
        if let eta = want.estimatedCompletionDate {
            guard let told = got.estimatedCompletionDate, abs(told - eta) < max(rules.policy.etaStep, 1e-6) else {
                return "ETA \(eta)"
            }
        } else if run.estimatedCompletionDate == nil, got.estimatedCompletionDate != nil {
            return "the ETA is cleared"
        }
        if let own = run.ownStaleAt, own > now, !run.isPaused, got.staleAt != own { return "staleAt \(own)" }
        return nil
    }

    static let alertsArrive = Check(
        name: "an alert rings at every target, unless a later one or the loss of the run precludes it",
        rules: "N2 B2 X1"
    ) { trace in
        var open: [String: Alert] = [:]
        var before: Trace.Moment?
        return trace.firstFault { moment in
            defer { before = moment }
            for (name, view) in moment.activities {
                if before?.activities[name]?.run != view.run { open[name] = nil }
                if let alert = newAlert(trace, moment, before, name) { open[name] = alert }
                guard let alert = open[name] else { continue }
                if let fault = unrung(moment, name, view, alert) { return fault }
                let phase = view.activity.phase
                let isLost = phase == .superseded || phase == .expired || phase == .deleted
                let hasRung = moment.pushes.contains { $0.conversionId == name && $0.planned.alert == alert }
                // Where nobody is told of changes there is nobody to ring for.
                let isHeard = view.deliveries.contains { $0.kind != .starts }
                if isLost || hasRung || !isHeard { open[name] = nil }
            }
            return nil
        }
    }

    /// A decided push that goes without the alert that waits, or an end without it.
    private static func unrung(_ moment: Trace.Moment, _ name: String, _ view: Trace.View, _ alert: Alert) -> String? {
        let isOver = view.activity.ending != nil
        let kinds = Dictionary(view.deliveries.map { ($0.target, $0.kind) }) { first, _ in first }
        for push in moment.pushes where push.conversionId == name && push.planned.alert != alert {
            let reason = push.planned.reason
            if kinds[push.planned.target] ?? .starts == .starts || reason == .registered { continue }
            if reason == .superseded || reason == .expired || (isOver && reason != .ended) { continue }
            return "\(name) is pushed to for \(reason) without the alert \(alert)"
        }
        let isWaiting = view.activity.cadence.waiting?.change.alert == alert
        let hasRung = moment.pushes.contains { $0.conversionId == name && $0.planned.alert == alert }
        let isHeard = view.deliveries.contains { $0.kind != .starts }
        return isOver || isWaiting || hasRung || !isHeard
            ? nil : "the alert \(alert) of \(name) neither rings nor waits"
    }

    /// The alert that a moment brings an activity, by an event in its turn or a boundary that fires.
    private static func newAlert(
        _ trace: Trace, _ moment: Trace.Moment, _ before: Trace.Moment?, _ name: String
    ) -> Alert? {
        let old = before?.activities[name]?.activity
        guard let event = trace.event(moment)?.event, event.conversionId == name else {
            let new = moment.activities[name]?.activity
            guard let boundary = old?.run.boundary, new?.run.boundary == nil, new?.run.boundaryFiredAt == moment.at
            else { return nil }
            return boundary.alert
        }
        guard moment.answer?.outcome == .accepted else { return nil }
        let isLate = old?.admission(of: event, isSeen: false, at: moment.at, trace.rules) == .late
        let isTold = isLate && old?.run.told.contains(.boundary) ?? false
        let fired = event.boundary.value.flatMap { $0.at <= moment.at + 1e-6 && !isTold ? $0.alert : nil }
        return fired ?? (isLate ? nil : event.alert)
    }
}
