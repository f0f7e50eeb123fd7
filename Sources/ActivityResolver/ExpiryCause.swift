/// What of the policy ended an activity that expired (X2); the raw value is the setting's name.
package enum ExpiryCause: String, Equatable, Sendable {
    /// Nothing was heard of it for so long.
    case silenceTimeout
    /// Nothing was heard of it for so long while it was in line.
    case queueTimeout
    /// It began so long ago, whatever else.
    case maxLifetime
}

extension Activity {
    /// Why it expired; nil where it lives, or ended otherwise.
    package func expiryCause(_ policy: Policy) -> ExpiryCause? {
        guard let ending, ending.phase == .expired else { return nil }
        if Tolerance.reached(run.startedAt + policy.maxLifetime, at: ending.at) { return .maxLifetime }
        return run.isQueued ? .queueTimeout : .silenceTimeout
    }
}
