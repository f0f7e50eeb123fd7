import ActivityResolver
import Push

extension Check {
    static let distanceIsKept = Check(
        name: "pushes of an activity keep their distance, ends and what a new place is shown aside", rules: "N2 N3"
    ) { trace in
        var last: [Int64: Double] = [:]
        return trace.firstFault { moment in
            for push in moment.pushes {
                guard let view = moment.activities[push.conversionId], isDecided(push, moment, trace) else { continue }
                defer { last[view.row] = push.sentAt }
                guard push.planned.event != .end, let before = last[view.row] else { continue }
                let isSame = before == push.sentAt && isOneDecision(moment, push)
                if isSame || push.sentAt - before >= distance(push.planned.reason, trace.rules.policy) - 1e-5 {
                    continue
                }
                return "\(push.conversionId) for \(push.planned.reason) \(push.sentAt - before) s after another"
            }
            return nil
        }
    }

    /// Whether a push counts for intervals: not what a new place is shown, nor a card that is started.
    private static func isDecided(_ push: Push, _ moment: Trace.Moment, _ trace: Trace) -> Bool {
        !trace.isStart(push) && push.planned.target != moment.registered && push.planned.reason != .registered
    }

    /// Whether the pushes of a moment that are for the same are one push to several targets.
    private static func isOneDecision(_ moment: Trace.Moment, _ push: Push) -> Bool {
        moment.pushes.count {
            $0.conversionId == push.conversionId && $0.planned.target == push.planned.target
                && $0.planned.reason == push.planned.reason
        } == 1
    }

    private static func distance(_ reason: PushReason, _ policy: Policy) -> Double {
        let ordinary = max(policy.ordinaryInterval, policy.minPushInterval)
        return switch reason {
        case .nudge: max(policy.nudgeInterval, ordinary)
        case .eta, .progress, .stale: ordinary
        default: policy.minPushInterval
        }
    }

    static let budgetIsKept = Check(
        name: "no more urgent pushes an hour than the budget, ends, boundaries and alerts aside", rules: "N4"
    ) { trace in
        var urgent: [Int64: [Double]] = [:]
        return trace.firstFault { moment in
            for push in moment.pushes where push.planned.priority == 10 && isDecided(push, moment, trace) {
                guard let view = moment.activities[push.conversionId] else { continue }
                let before = urgent[view.row, default: []].filter { $0 > push.sentAt - 3600 + 1e-5 && $0 < push.sentAt }
                if !before.contains(push.sentAt) { urgent[view.row] = before + [push.sentAt] }
                // A boundary may hide behind the start that it waited with.
                let isExcepted =
                    push.planned.event == .end || push.planned.alert != nil || push.planned.reason == .boundary
                    || push.planned.reason == .start
                if !isExcepted && before.count >= trace.rules.policy.urgentPerHour {
                    return "\(push.conversionId) for \(push.planned.reason), after \(before.count) within the hour"
                }
            }
            return nil
        }
    }
}
