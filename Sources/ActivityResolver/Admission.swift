/// What is to be done with an event, in the order of E4.
package enum Admission: Equatable, Sendable {
    /// It names another subscriber than the activity's: refused, and nothing is applied (S4).
    case foreignSubscriber
    /// Seen before: changes nothing (E4).
    case duplicate
    /// Too late to count, and why (E5, S3).
    case ignored(Phase)
    /// It begins an activity (S1).
    case begins
    /// It begins a new run (S3).
    case restarts
    /// It is older than what was applied (E3).
    case late
    /// It is next.
    case inTurn
}
