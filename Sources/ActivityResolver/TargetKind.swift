/// What the resolver must know of a place to push to.
package enum TargetKind: String, Equatable, Sendable {
    /// The system renders anew at the stale date by itself (APNs).
    case rerenders
    /// Nothing changes there without a push (all others, T6).
    case plain
    /// A device's start token: it gets nothing but the start of a card, and no change or end of it.
    case starts
}
