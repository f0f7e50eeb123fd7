/// A field of the content state, by the contract's name, in the order in which they are written.
public enum ContentStateField: String, CaseIterable, Sendable {
    case status, displayStatus, progress, estimatedCompletionDate, trackTitle, queuePosition, staleAt, timer, subtitle
    case subtitleOverflow, accentColor
}
