/// What an event says has happened (E2).
package enum EventType: String, Equatable, Sendable, CaseIterable {
    /// Creates the activity, or begins a new run of it (S1, S3).
    case start
    /// Tells news.
    case update
    /// Freezes the clock (T4).
    case pause
    /// Lets it go on (T4).
    case resume
    /// The work is done (X1).
    case complete
    /// The work has failed (X1).
    case fail
    /// The work was called off (X1).
    case cancel

    /// The ending that this type brings, if it is one that ends.
    package var ending: Terminal? {
        switch self {
        case .complete: .completed
        case .fail: .failed
        case .cancel: .cancelled
        case .start, .update, .pause, .resume: nil
        }
    }
}
