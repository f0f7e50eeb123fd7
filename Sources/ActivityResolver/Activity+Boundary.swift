extension Activity {
    /// What the waiting boundary makes of it, and when, if nothing comes before; nil where none waits (B1).
    package func atBoundary(notBefore now: Double, _ rules: Rules) -> (activity: Activity, at: Double)? {
        guard ending == nil, let boundary = run.boundary else { return nil }
        let at = max(boundary.at, now)
        var fired = self
        _ = fired.fire(boundary, at: at, rules)
        return (fired, at)
    }
}

extension Boundary {
    /// Why its status counts for nothing; nil where it does, or none was told (B1, E2).
    package func whyNoStatus(_ stages: StageList) -> String? {
        Self.whyNoStatus(fields.status.value, stages)
    }

    /// Why this status of a boundary counts for nothing; nil where it does.
    package static func whyNoStatus(_ status: String?, _ stages: StageList) -> String? {
        guard let status, case .terminal(let terminal) = stages.match(status) else { return nil }
        return "its status stands for \(terminal.rawValue) and counts as absent: a boundary ends nothing (B1, E2)"
    }
}
