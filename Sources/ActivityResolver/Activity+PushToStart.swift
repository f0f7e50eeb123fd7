extension Activity {
    /// What makes its card appear on a device that does not show it (contract, "Push-to-start"): the state of this
    /// instant as a target of `kind` shows it, and an alert, for without one no card appears.
    ///
    /// `alert`: what is to ring; nil: the card's own words do. It waits for no interval and counts for none.
    package func pushToStart(
        _ delivery: inout Delivery, as kind: TargetKind, alert: Alert?, at now: Double, _ rules: Rules
    ) -> PlannedPush {
        let state = contentState(at: now, for: kind, rules)
        delivery.handOver(Pushed(contentState: state, ownStaleAt: run.ownStaleAt))
        return PlannedPush(
            target: delivery.target, event: .start, priority: 10, contentState: state, alert: alert ?? state.words,
            relevanceScore: run.relevanceScore, reason: .start)
    }
}

extension ContentState {
    /// What it says, as an alert: its title and label, or its label alone.
    fileprivate var words: Alert {
        let label = displayStatus.isEmpty ? status : displayStatus
        guard let trackTitle, !trackTitle.isEmpty else { return Alert(title: label) }
        return Alert(title: trackTitle, body: label)
    }
}
