public import ActivityResolver

/// One push on its way to one target: what the resolver planned, with the names that senders need.
public struct Push: Equatable, Sendable {
    /// When it was handed over, Unix seconds.
    public var sentAt: Double
    /// The activity.
    public var conversionId: String
    /// Whose it is, if known.
    public var subscriberId: String?
    /// Which push to this target it is, from 1; its ids are derived from it.
    public var number: Int
    /// What is sent.
    public var planned: PlannedPush

    /// A push of these parts.
    public init(sentAt: Double, conversionId: String, subscriberId: String?, number: Int, planned: PlannedPush) {
        self.sentAt = sentAt
        self.conversionId = conversionId
        self.subscriberId = subscriberId
        self.number = number
        self.planned = planned
    }
}
