/// One conversionId's Live Activity: a value that events and time change, and that says what to push.
public struct Activity: Equatable, Sendable {
    /// Its name.
    public let conversionId: String
    /// Whose it is; once known it does not change (S4).
    public var subscriberId: String?
    /// The highest attempt told (S3).
    public var attempt: Int?
    /// Whether nothing but its end was ever heard of its present run (S2).
    public var isKnownByEndOnly = false
    /// The present run.
    public var run: Run
    /// How it ended, if it has.
    public var ending: Ending?
    /// When it was pushed and what waits.
    public var cadence = Cadence()

    /// An activity with the given run.
    public init(conversionId: String, subscriberId: String?, attempt: Int?, run: Run) {
        self.conversionId = conversionId
        self.subscriberId = subscriberId
        self.attempt = attempt
        self.run = run
    }

    /// Notes what is shown at `now`, so that nobody who saw it sees less later (P5).
    public mutating func settle(at now: Double, _ rules: Rules) {
        if ending == nil { run.settle(at: now, rules) }
    }

    /// Where it stands (T5).
    public var phase: Phase { ending?.phase ?? run.phase }

    /// What a target of this kind shows at `now`.
    public func contentState(at now: Double, for kind: TargetKind = .plain, _ rules: Rules) -> ContentState {
        ending?.contentState ?? run.contentState(at: now, for: kind, rules)
    }
}
