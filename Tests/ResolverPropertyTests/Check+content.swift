import ActivityResolver
import Push

extension Check {
    static let queueIsBare = Check(name: "no ETA, no timer, no progress and no second line in a queue", rules: "Q1 T4")
    { trace in
        trace.firstFault { moment in
            trace.firstShown(moment) { state, view, target in
                guard view.activity.ending == nil, view.activity.run.isQueued || state.queuePosition != nil else {
                    return nil
                }
                var bare = ContentState(status: "queued", displayStatus: state.displayStatus, progress: 0)
                bare.queuePosition = state.queuePosition
                bare.trackTitle = state.trackTitle
                bare.extra = state.extra
                bare.staleAt = state.staleAt
                // Of one instant a push may be from before the queue.
                return state == bare || !target.isEmpty && state.queuePosition == nil ? nil : "\(state)"
            }
        }
    }

    static let datesAreAhead = Check(
        name: "a stale date and a moving ETA are ahead, and an end has neither of them, no timer and no position",
        rules: "D1 D2 X1 S2"
    ) { trace in
        trace.firstFault { moment in
            trace.firstShown(moment) { state, view, target in
                if let staleAt = state.staleAt, staleAt <= moment.at { return "staleAt \(staleAt)" }
                let eta = state.estimatedCompletionDate
                if let eta, eta <= moment.at, !view.activity.run.fixedEnd { return "ETA \(eta)" }
                let isEnd = target.isEmpty && view.activity.ending != nil
                let isBare = eta == nil && state.staleAt == nil && state.timer == nil && state.queuePosition == nil
                return isEnd && !isBare ? "an end with \(state)" : nil
            } ?? endThatIsNotBare(moment)
        }
    }

    private static func endThatIsNotBare(_ moment: Trace.Moment) -> String? {
        for push in moment.pushes where push.planned.event == .end {
            let state = push.planned.contentState
            if state.estimatedCompletionDate != nil || state.staleAt != nil || state.timer != nil
                || state.queuePosition != nil || push.planned.dismissalDate == nil
            {
                return "an end with \(push.planned)"
            }
        }
        return nil
    }

    static let runsAreApart = Check(
        name: "nothing of one activity or run is shown in another", rules: "S2 S3 E1"
    ) { trace in
        var sources: [String: (activity: String, steps: [Int])] = [:]
        for (index, step) in trace.history.steps.enumerated() {
            guard case .event(let told) = step.deed else { continue }
            for text in told.texts { sources[text, default: (told.event.conversionId, [])].steps.append(index) }
        }
        var begun: [Trace.RunName: Int] = [:]
        return trace.firstFault { moment in
            if let event = trace.event(moment), let view = moment.activities[event.event.conversionId],
                begun[view.run] == nil
            {
                begun[view.run] = moment.step
            }
            return trace.firstShown(moment) { state, view, _ in
                foreign(texts(state), view, sources, since: begun[view.run] ?? 0)
            } ?? foreignAlert(moment, sources, begun)
        }
    }

    private static func foreignAlert(
        _ moment: Trace.Moment, _ sources: [String: (activity: String, steps: [Int])], _ begun: [Trace.RunName: Int]
    ) -> String? {
        for push in moment.pushes {
            guard let view = moment.activities[push.conversionId], let title = push.planned.alert?.title else {
                continue
            }
            if let found = foreign([title], view, sources, since: begun[view.run] ?? 0) { return "alert \(found)" }
        }
        return nil
    }

    private static func texts(_ state: ContentState) -> [String] {
        [state.displayStatus, state.trackTitle, state.subtitle, state.subtitleOverflow, state.extra?.text]
            .compactMap { $0 }
    }

    private static func foreign(
        _ texts: [String], _ view: Trace.View, _ sources: [String: (activity: String, steps: [Int])], since first: Int
    ) -> String? {
        for text in texts {
            guard let source = sources[text] else { continue }
            if source.activity != view.activity.conversionId || !source.steps.contains(where: { $0 >= first }) {
                return "\(text) is shown in \(view.activity.conversionId), whose run began with step \(first)"
            }
        }
        return nil
    }
}
