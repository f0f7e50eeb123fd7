/// The numbers that the rules go by; times in seconds. The defaults are the contract's.
package struct Policy: Equatable, Sendable {
    /// How long content without a date of its own counts as fresh (D2).
    package var staleAfter = 300.0
    /// The least move of progress that is worth a push (N1).
    package var progressStep = 0.01
    /// The least move of the ETA that is worth a push (N1).
    package var etaStep = 5.0
    /// The least time between two pushes of an activity (N2).
    package var minPushInterval = 1.0
    /// The least time between a push and an ordinary one (N2).
    package var ordinaryInterval = 5.0
    /// How far the ring may move by time before a push tells of it (N3).
    package var nudgeStep = 0.05
    /// The least time between a push and a nudge (N3).
    package var nudgeInterval = 15.0
    /// How many urgent pushes an activity may have in a sliding hour (N4).
    package var urgentPerHour = 60
    /// How long a backend may be silent (X2).
    package var silenceTimeout = 900.0
    /// The same in the queue (X2).
    package var queueTimeout = 3600.0
    /// Whether a start ends the subscriber's other activities (S2).
    package var supersede = true
    /// How long an activity may live in all (X2).
    package var maxLifetime = 28_800.0
    /// How long the work takes where no ETA says it (P2); nil: not known.
    package var expectedDuration: Double?
    /// How long the card stays after an end (X1).
    package var dismissAfter = DismissAfter()
    /// How long an ended activity is remembered (X3).
    package var retention = 86_400.0

    /// How long the card stays after an end, by the kind of end (X1).
    package struct DismissAfter: Equatable, Sendable {
        /// After a completion.
        package var completed = 300.0
        /// After a failure.
        package var failed = 300.0
        /// After a cancellation.
        package var cancelled = 0.0

        /// The defaults.
        package init() {}

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
    package init() {}

    /// `ordinaryInterval`, where it is not below `minPushInterval`.
    var ordinarySpacing: Double { max(ordinaryInterval, minPushInterval) }
}
