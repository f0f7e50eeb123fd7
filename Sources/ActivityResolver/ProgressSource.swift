/// What the progress that is shown comes from (P4).
public enum ProgressSource: String, Equatable, Sendable {
    /// The backend last said so (P1).
    case told
    /// Elapsed time has come so far (P3).
    case time
    /// It was shown before, and does not go back (P4).
    case floor
    /// Nothing was told, and no time moves it (P2).
    case nothing
}

extension Run {
    /// What the progress shown at `now`, Unix seconds, comes from, the queue aside.
    public func progressSource(at now: Double, _ policy: Policy) -> ProgressSource {
        let timeBased = timeBased(at: now, policy)
        let shown = min(1, max(raw, floor, timeBased))
        if let lastTold, lastTold >= shown { return .told }
        if timeBased >= shown, timeBased > 0 { return .time }
        return lastTold == nil ? .nothing : .floor
    }
}
