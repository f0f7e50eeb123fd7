/// Where an activity stands, as answers tell it.
public enum Phase: String, Codable, Sendable, CaseIterable {
    /// Being worked on.
    case active
    /// In line (Q).
    case queued
    /// Paused, in the queue too (T5).
    case paused
    /// Ended well.
    case completed
    /// Ended badly.
    case failed
    /// Called off.
    case cancelled
    /// Ended by a later start of its subscriber (S2).
    case superseded
    /// Ended since its completion never came (X2).
    case expired
    /// Ended and forgotten at the user's wish.
    case deleted

    /// Whether nothing but a restart can change it any more (E5).
    public var isOver: Bool {
        switch self {
        case .active, .queued, .paused: false
        case .completed, .failed, .cancelled, .superseded, .expired, .deleted: true
        }
    }
}
