import ActivityResolver

/// Why a target is pushed, or is not yet, or need not be; put into words only when somebody reads it.
enum Why: Equatable {
    /// It is pushed for this.
    case reason(PushReason)
    /// The last push was a moment ago (N2).
    case waits(PushReason, isUrgent: Bool)
    /// A push to the target is under way (N2).
    case underWay(PushReason)
    /// The target failed and is left alone for a while.
    case rests(PushReason)
    /// The target's sender takes nothing at present, though the target itself did not fail.
    case held(PushReason)
    /// What changed, if anything, is too small (N1).
    case unchanged(Unchanged)

    /// The target is pushed to no more, for this reason.
    case retired(String)
    /// Only a start token is known: changes, or the end, go to the token that the card itself registers.
    case awaitsCard(hasEnded: Bool)

    /// Why a target waits that did not fail.
    static let senderTakesNothing = "its sender takes nothing at present"

    /// In plain words, with the rule.
    var text: String {
        switch self {
        case .reason(let reason): "\(reason.rawValue) (\(reason.rule))"
        case .waits(let reason, let isUrgent):
            "\(reason.rawValue): waits for \(isUrgent ? "minPushInterval" : "ordinaryInterval") after the last push (N2)"
        case .underWay(let reason): "\(reason.rawValue): a push to the target is under way (N2)"
        case .rests(let reason): "\(reason.rawValue): the target rests after a failure (Delivery)"
        case .held(let reason): "\(reason.rawValue): \(Self.senderTakesNothing) (Delivery)"
        case .unchanged(let unchanged): unchanged.text + " (N1)"
        case .retired(Registration.optedOut): Registration.optedOut
        case .retired(let reason): "the target is dead (\(reason))"
        case .awaitsCard(let hasEnded):
            "\(hasEnded ? "the end goes" : "changes go") to the card's own token, as soon as the app registers that"
        }
    }
}
