/// What a push does to the card.
package enum PushEvent: String, Equatable, Sendable {
    /// Makes it appear.
    case start
    /// Changes it.
    case update
    /// Ends it.
    case end
}
