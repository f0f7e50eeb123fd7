import ActivityResolver
import Push

@testable import Relay

extension Check {
    static let progressNeverFalls = Check(
        name: "shown progress never falls within a run, the queue aside", rules: "P4 P5 P6 Q2"
    ) { trace in
        firstFall(trace) { state, _ in state.progress }
    }

    static let stageNeverFalls = Check(name: "a shown stage never goes back within a run, the queue aside", rules: "L4")
    { trace in
        // Of one that was in line as it was superseded the card says so to the end.
        firstFall(trace) { state, rules in
            state.status == StageList.queuedId ? nil : rules.stages.rank(ofId: state.status).map(Double.init)
        }
    }

    static let timeIsNotDone = Check(
        name: "only the backend carries progress past 0.95, and time moves it only by a total", rules: "P1 P2 P3 P6"
    ) { trace in
        var told: [Trace.RunName: Told] = [:]
        return trace.firstFault { moment in
            if let event = trace.event(moment)?.event, moment.answer?.outcome == .accepted,
                let view = moment.activities[event.conversionId]
            {
                told[view.run, default: Told()].take(event, trace.rules.policy)
            }
            return trace.firstShown(moment) { state, view, _ in
                let most = (told[view.run] ?? Told()).most(view.activity.phase, trace.rules.policy)
                return state.progress > Tolerance.emitted(most) + 1e-9
                    ? "progress \(state.progress) of \(view.activity.conversionId), at most \(most) was to be shown"
                    : nil
            }
        }
    }

    static let finalizingWaits = Check(name: "Finalizing never below 0.70", rules: "L2 L3") { trace in
        trace.firstFault { moment in
            trace.firstShown(moment) { state, _, _ in
                let isEarly = state.status == "finalizing" && state.progress < 0.7 - 1e-9
                return isEarly ? "finalizing at \(state.progress)" : nil
            }
        }
    }

    /// The first place where what a reader is shown of a run goes back.
    private static func firstFall(_ trace: Trace, _ value: (ContentState, Rules) -> Double?) -> String? {
        var highest: [String: (run: Trace.RunName, value: Double)] = [:]
        return trace.firstFault { moment in
            trace.firstShown(moment) { state, view, target in
                guard state.queuePosition == nil, view.activity.phase != .deleted, let next = value(state, trace.rules)
                else { return nil }
                let reader = "\(view.activity.conversionId) \(target)"
                defer { highest[reader] = (view.run, next) }
                guard let last = highest[reader], last.run == view.run, next < last.value - 1e-9 else { return nil }
                return "\(reader) falls from \(last.value) to \(next)"
            }
        }
    }

    /// What a run's events told of its progress.
    private struct Told {
        var highest = 0.0
        var hasTotal = false

        mutating func take(_ event: Event, _ policy: Policy) {
            highest = max(highest, event.progress ?? 0)
            let boundary = event.boundary.value?.fields.estimatedCompletionDate.value
            hasTotal = hasTotal || event.fields.estimatedCompletionDate.value != nil || boundary != nil
        }

        func most(_ phase: Phase, _ policy: Policy) -> Double {
            if phase == .completed { return 1 }
            return hasTotal || policy.expectedDuration != nil ? max(0.95, highest) : highest
        }
    }
}
