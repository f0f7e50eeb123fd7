/// What is known of the card that a target shows.
struct TargetCard: Equatable {
    /// Whether the activity's end has reached it; nil while the activity goes on, and where nothing was to be ended.
    var end: End?
    /// What is known in plain words; nil where that is what one expects.
    var text: String?

    /// How far the end of an activity has come.
    enum End: String, CaseIterable {
        /// It arrived, so that the card goes at its dismissal date.
        case arrived
        /// It is under way, owed, or held for the card's own token.
        case waiting
        /// It did not arrive, and nothing sends it again.
        case missed
    }
}
