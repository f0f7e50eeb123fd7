/// How and when an activity ended, and what its card last showed.
package struct Ending: Equatable, Sendable {
    /// How.
    package var phase: Phase
    /// When, Unix seconds; retention counts from it (X3).
    package var at: Double
    /// When the card goes, Unix seconds (X1).
    package var dismissalDate: Double
    /// The final content state.
    package var contentState: ContentState
    /// The relevance of its end push.
    package var relevanceScore: Double?

    /// An ending of these parts.
    package init(
        phase: Phase, at: Double, dismissalDate: Double, contentState: ContentState, relevanceScore: Double? = nil
    ) {
        self.phase = phase
        self.at = at
        self.dismissalDate = dismissalDate
        self.contentState = contentState
        self.relevanceScore = relevanceScore
    }
}
