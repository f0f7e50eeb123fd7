package import ActivityResolver
public import Telemetry

/// One push on its way to one target: what the resolver planned, with the names that senders need.
public struct Push: Equatable, Sendable {
    /// The name of the sender that it goes by.
    public var sender: String
    /// When it was handed over, Unix seconds.
    public var sentAt: Double
    /// What a service orders the pushes of a card by: about when it was handed over, whole Unix seconds, higher than of
    /// any push to this target before (D3).
    public var timestamp: Int
    /// The activity.
    public var conversionId: String
    /// Whose it is, if known.
    public var subscriberId: String?
    /// Which push to this target it is, from 1; its ids are derived from it.
    public var number: Int
    /// Where it goes; nil: the sender's own place.
    public var place: Place?
    /// What is sent.
    package var planned: PlannedPush
    /// The trace of the request that led to it, where one did and it went at once.
    public var trace: TraceContext?

    /// A push of these parts; without a `timestamp` it is the first of its target.
    package init(
        sender: String, sentAt: Double, timestamp: Int? = nil, conversionId: String, subscriberId: String?,
        number: Int, place: Place? = nil, planned: PlannedPush
    ) {
        self.sender = sender
        self.sentAt = sentAt
        self.timestamp = timestamp ?? Self.timestamp(at: sentAt, after: 0)
        self.conversionId = conversionId
        self.subscriberId = subscriberId
        self.number = number
        self.place = place
        self.planned = planned
    }

    /// The timestamp of a push that is handed over at `now`, Unix seconds, after one of timestamp `last`: higher than
    /// that, though several go in one second or the clock was set back.
    public static func timestamp(at now: Double, after last: Int) -> Int {
        max(Int(exactly: now.rounded(.down)) ?? 0, last + 1)
    }

    /// Whether it makes its card appear on a device by the device's push-to-start token.
    public var isPushToStart: Bool { planned.event == .start && place?.attributesType != nil }

    /// The push as it is to be at `now`: without a stale date that has passed since it was handed over, for that would
    /// hide the activity (D2).
    func asOf(_ now: Double) -> Push {
        guard let staleAt = planned.staleAt, staleAt <= now else { return self }
        var push = self
        push.planned.contentState.staleAt = nil
        return push
    }
}
