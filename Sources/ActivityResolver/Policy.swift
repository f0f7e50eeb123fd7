/// The numbers that the rules go by; times in seconds. The defaults are the contract's.
public struct Policy: Equatable, Sendable {
    /// How long content without a date of its own counts as fresh (D2).
    public var staleAfter = 300.0
    /// The least move of progress that is worth a push (N1).
    public var progressStep = 0.01
    /// The least move of the ETA that is worth a push (N1).
    public var etaStep = 5.0
    /// The least time between two pushes of an activity (N2).
    public var minPushInterval = 1.0
    /// The least time between a push and an ordinary one (N2).
    public var ordinaryInterval = 5.0
    /// How far the ring may move by time before a push tells of it (N3).
    public var nudgeStep = 0.05
    /// The least time between a push and a nudge (N3).
    public var nudgeInterval = 15.0
    /// How many urgent pushes an activity may have in a sliding hour (N4).
    public var urgentPerHour = 60
    /// How long a backend may be silent (X2).
    public var silenceTimeout = 900.0
    /// The same in the queue (X2).
    public var queueTimeout = 3600.0
    /// Whether a start ends the subscriber's other activities (S2).
    public var supersede = true
    /// How long an activity may live in all (X2).
    public var maxLifetime = 28_800.0
    /// How long the work takes where no ETA says it (P2); nil: not known.
    public var expectedDuration: Double?
    /// How long the card stays after an end (X1).
    public var dismissAfter = DismissAfter()
    /// How long an ended activity is remembered (X3).
    public var retention = 86_400.0

    /// How long the card stays after an end, by the kind of end (X1).
    public struct DismissAfter: Equatable, Sendable {
        /// After a completion.
        public var completed = 300.0
        /// After a failure.
        public var failed = 300.0
        /// After a cancellation.
        public var cancelled = 0.0

        /// The defaults.
        public init() {}

        func seconds(_ terminal: Terminal) -> Double {
            switch terminal {
            case .completed: completed
            case .failed: failed
            case .cancelled: cancelled
            case .expired: 0
            }
        }
    }

    /// The defaults.
    public init() {}

    /// `ordinaryInterval`, where it is not below `minPushInterval`.
    var ordinarySpacing: Double { max(ordinaryInterval, minPushInterval) }
}
