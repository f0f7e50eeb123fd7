import ActivityResolver
import Push

extension Check {
    static let endIsTheEnd = Check(
        name: "a target gets one end a run, a card to be taken away aside, and nothing after it but a restart",
        rules: "E5 X1 S2 S5"
    ) { trace in
        var ends: [String: End] = [:]
        return trace.firstFault { moment in
            for push in moment.pushes {
                guard let view = moment.activities[push.conversionId] else { continue }
                if trace.isStart(push) {
                    if push.planned.event != .start { return "a start token gets \(push.planned.event)" }
                    continue
                }
                let key = "\(push.conversionId) \(push.planned.target) \(push.place?.token ?? "")"
                if let last = ends[key], last.run == view.run {
                    let isRepeated = push.planned.event == .end && push.planned.reason == .superseded
                    guard isRepeated, last.count == 1, push.planned.dismissalDate == push.sentAt else {
                        return "\(key) gets \(push.planned.event) for \(push.planned.reason) after its end"
                    }
                }
                if push.planned.event == .end { ends[key, default: End(run: view.run)].take(view.run) }
            }
            return endAtBirth(trace, moment)
        }
    }

    private struct End {
        var run: Trace.RunName
        var count = 0

        mutating func take(_ next: Trace.RunName) {
            count = next == run ? count + 1 : 1
            run = next
        }
    }

    /// An event that ends its activity leads to no push of it but the end.
    private static func endAtBirth(_ trace: Trace, _ moment: Trace.Moment) -> String? {
        guard let event = trace.event(moment)?.event, moment.activities[event.conversionId]?.activity.ending != nil
        else {
            return nil
        }
        let other = moment.pushes.first { $0.conversionId == event.conversionId && $0.planned.event != .end }
        return other.map { "\($0.planned.event) of an activity that this event ended" }
    }

    static let oneLives = Check(name: "one activity of a subscriber lives, the latest started", rules: "S2") { trace in
        guard trace.rules.policy.supersede else { return nil }
        var before: Trace.Moment?
        return trace.firstFault { moment in
            defer { before = moment }
            var live: [String: String] = [:]
            for (name, view) in moment.activities {
                guard view.activity.ending == nil, let subscriber = view.activity.subscriberId else { continue }
                if let other = live[subscriber] { return "\(other) and \(name) of \(subscriber) live" }
                live[subscriber] = name
                // One that became a subscriber's by its end takes no card away, but no start before its own has one.
                if before?.activities[name]?.run == view.run { continue }
                let later = moment.activities.values.first {
                    $0.activity.subscriberId == subscriber && $0.activity.precedes ?? 0 > view.activity.run.startedAt
                }
                if let later { return "\(name) lives though \(later.activity.conversionId) started later" }
            }
            return nil
        }
    }
}
