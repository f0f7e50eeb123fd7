/// One conversionId's Live Activity: a value that events and time change, and that says what to push.
package struct Activity: Equatable, Sendable {
    /// Its name.
    package let conversionId: String
    /// Whose it is; once known it does not change (S4).
    package var subscriberId: String?
    /// The highest attempt told (S3).
    package var attempt: Int?
    /// Whether nothing but its end was ever heard of its present run (S2).
    package var isKnownByEndOnly = false
    /// The present run.
    package var run: Run
    /// How it ended, if it has.
    package var ending: Ending?
    /// When it was pushed and what waits.
    package var cadence = Cadence()

    /// An activity with the given run.
    package init(conversionId: String, subscriberId: String?, attempt: Int?, run: Run) {
        self.conversionId = conversionId
        self.subscriberId = subscriberId
        self.attempt = attempt
        self.run = run
    }

    /// Notes what is shown at `now`, so that nobody who saw it sees less later (P5).
    package mutating func settle(at now: Double, _ rules: Rules) {
        if ending == nil { run.settle(at: now, rules) }
    }

    /// Where it stands (T5).
    package var phase: Phase { ending?.phase ?? run.phase }

    /// What a target of this kind shows at `now`.
    package func contentState(at now: Double, for kind: TargetKind = .plain, _ rules: Rules) -> ContentState {
        ending?.contentState ?? run.contentState(at: now, for: kind, rules)
    }
}
