/// How and when an activity ended, and what its card last showed.
public struct Ending: Equatable, Sendable {
    /// How.
    public var phase: Phase
    /// When, Unix seconds; retention counts from it (X3).
    public var at: Double
    /// When the card goes, Unix seconds (X1).
    public var dismissalDate: Double
    /// The final content state.
    public var contentState: ContentState
    /// The relevance of its end push.
    public var relevanceScore: Double?

    /// An ending of these parts.
    public init(
        phase: Phase, at: Double, dismissalDate: Double, contentState: ContentState, relevanceScore: Double? = nil
    ) {
        self.phase = phase
        self.at = at
        self.dismissalDate = dismissalDate
        self.contentState = contentState
        self.relevanceScore = relevanceScore
    }
}
