/// A push that is to be sent now.
package struct PlannedPush: Equatable, Sendable {
    /// Where to: the registration's id or the default sender's name.
    package var target: String
    /// What it does to the card.
    package var event: PushEvent
    /// 10 or 5 (N1).
    package var priority: Int
    /// What it shows.
    package var contentState: ContentState
    /// When the card goes, Unix seconds; of an end only.
    package var dismissalDate: Double?
    /// What it rings with.
    package var alert: Alert?
    /// Which of several activities the system shows first.
    package var relevanceScore: Double?
    /// What it is for.
    package var reason: PushReason
    /// Whether it is urgent and goes at priority 5 all the same, since the hour's budget is spent (N4).
    package var isDemoted = false

    /// The priority of what the phone is to show at once.
    static let urgent = 10

    /// From when the content is outdated, Unix seconds.
    package var staleAt: Double? { contentState.staleAt }

    /// A push of these parts.
    package init(
        target: String, event: PushEvent, priority: Int, contentState: ContentState, dismissalDate: Double? = nil,
        alert: Alert? = nil, relevanceScore: Double? = nil, reason: PushReason
    ) {
        self.target = target
        self.event = event
        self.priority = priority
        self.contentState = contentState
        self.dismissalDate = dismissalDate
        self.alert = alert
        self.relevanceScore = relevanceScore
        self.reason = reason
    }
}
