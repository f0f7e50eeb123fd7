/// What became of a push.
public enum Outcome: Equatable, Sendable {
    /// The target has it.
    case ok
    /// It may work later: to be repeated with the newest state, and why it failed.
    case retry(String)
}
