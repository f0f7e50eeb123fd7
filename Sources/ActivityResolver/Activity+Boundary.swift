extension Activity {
    /// What is shown once the waiting boundary has fired, if nothing comes before; nil where none waits (B1).
    package func contentStateAtBoundary(notBefore now: Double, _ rules: Rules) -> ContentState? {
        guard ending == nil, let boundary = run.boundary else { return nil }
        let at = max(boundary.at, now)
        var fired = self
        _ = fired.fire(boundary, at: at, rules)
        return fired.run.contentState(at: at, for: .plain, rules)
    }
}
