import ActivityResolver

/// What became of an event.
struct Answer: Equatable {
    enum Outcome: String, Equatable {
        case accepted
        case duplicate
        case ignored
    }

    /// What was decided for one target, and why.
    struct Decision: Equatable {
        enum Kind: String, Equatable {
            case now
            case waiting
            case unchanged
            /// The target is pushed to no more; told where there is none that is.
            case dead
        }

        var target: String
        var kind: Kind
        /// When a waiting one goes, Unix seconds, if that is known.
        var at: Double?
        /// Why, and by which rule.
        var why: Why
    }

    var outcome: Outcome
    /// Why it was ignored.
    var reason: Phase?
    var conversionId: String
    var phase: Phase
    var contentState: ContentState
    /// The later start that superseded it as it came (S2).
    var superseder: Superseder?
    /// The subscriber's activities that it ended.
    var ended: [String] = []
    var pushes: [Decision] = []
}
