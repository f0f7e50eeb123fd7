/// What is to be shown at one instant, worked out from a content state (``ContentState/resolve(now:startedAt:stages:)``).
public struct Shown: Hashable, Sendable {
    /// The content state as it is at that instant.
    public var contentState: ContentState
    /// What its clock shows; nil where it carries none.
    public var clock: ClockReading?
    /// Whether the content is outdated and is to be marked so: its stale date has come.
    public var isStale: Bool
    /// Whether the countdown that it carries is past its end.
    public var isPastEnd: Bool

    /// What is shown, of these parts.
    public init(contentState: ContentState, clock: ClockReading?, isStale: Bool, isPastEnd: Bool) {
        self.contentState = contentState
        self.clock = clock
        self.isStale = isStale
        self.isPastEnd = isPastEnd
    }
}
