/// What was last handed over to a target: the base of the next comparison (N1).
package struct Pushed: Equatable, Sendable {
    /// The content state.
    package var contentState: ContentState
    /// The event's own stale date at that time.
    package var ownStaleAt: Double?

    /// What was handed over.
    package init(contentState: ContentState, ownStaleAt: Double?) {
        self.contentState = contentState
        self.ownStaleAt = ownStaleAt
    }

    /// What of `state` is worth a push to who has this (N1); nil: nothing.
    func difference(to state: ContentState, ownStaleAt: Double?, at now: Double, _ policy: Policy) -> Change? {
        let old = contentState
        if state.queuePosition != old.queuePosition { return Change(.queue) }
        if state.status != old.status || state.displayStatus != old.displayStatus { return Change(.status) }
        if state.trackTitle != old.trackTitle || state.subtitle != old.subtitle || state.timer != old.timer
            || state.accentColor != old.accentColor
        {
            return Change(.content)
        }
        return ordinaryReason(state, ownStaleAt, at: now, policy).map { Change($0, urgent: false) }
    }

    private func ordinaryReason(
        _ state: ContentState, _ ownStaleAt: Double?, at now: Double, _ policy: Policy
    ) -> PushReason? {
        let old = contentState
        let ownStaleAtTells = state.staleAt != nil || old.staleAt != nil
        if state.extra != old.extra || state.subtitleOverflow != old.subtitleOverflow
            || (ownStaleAtTells && ownStaleAt != self.ownStaleAt)
        {
            return .content
        }
        if Self.moved(old.estimatedCompletionDate, state.estimatedCompletionDate, policy.etaStep) { return .eta }
        if abs(state.progress - old.progress) >= policy.progressStep - Tolerance.progress { return .progress }
        return renews(state.staleAt, at: now, policy) ? .stale : nil
    }

    private static func moved(_ old: Double?, _ new: Double?, _ step: Double) -> Bool {
        switch (old, new) {
        case (nil, nil): false
        case (let old?, let new?): abs(new - old) >= step - Tolerance.seconds
        default: true
        }
    }

    /// A later stale date, where less than half of `staleAfter` is left of the one shown, or none is shown.
    private func renews(_ staleAt: Double?, at now: Double, _ policy: Policy) -> Bool {
        guard let staleAt else { return false }
        guard let shown = contentState.staleAt else { return true }
        return staleAt > shown && shown - now < policy.staleAfter / 2 - Tolerance.seconds
    }

    /// Why `state` is not worth a push.
    func whyUnchanged(_ state: ContentState, _ policy: Policy) -> Unchanged {
        let moved = abs(state.progress - contentState.progress)
        if moved > Tolerance.progress { return .progress(by: moved, step: policy.progressStep) }
        if let old = contentState.estimatedCompletionDate, let new = state.estimatedCompletionDate, old != new {
            return .eta(step: policy.etaStep)
        }
        return .nothing
    }
}
