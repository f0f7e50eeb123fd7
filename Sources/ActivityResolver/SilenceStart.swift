/// From what silence is counted (X2).
package enum SilenceStart: Equatable, Sendable {
    /// The last event came then.
    case event
    /// The countdown that is shown was over then.
    case countDown
    /// The boundary fires then, or fired.
    case boundary
}
