/// How a stage list can say that an activity is over (L1).
public enum Terminal: String, Equatable, Sendable, CaseIterable {
    /// Done.
    case completed
    /// It went wrong.
    case failed
    /// Called off.
    case cancelled
    /// Its end never came (X2).
    case expired

    /// The type that a status of this kind stands for (E2).
    var eventType: EventType {
        switch self {
        case .completed: .complete
        case .failed, .expired: .fail
        case .cancelled: .cancel
        }
    }

    /// The phase of an activity that ended so.
    package var phase: Phase {
        switch self {
        case .completed: .completed
        case .failed: .failed
        case .cancelled: .cancelled
        case .expired: .expired
        }
    }
}
