public import ActivityResolver
import Crypto

/// One push on its way to one target: what the resolver planned, with the names that senders need.
public struct Push: Equatable, Sendable {
    /// The name of the sender that it goes by.
    public var sender: String
    /// When it was handed over, Unix seconds.
    public var sentAt: Double
    /// The activity.
    public var conversionId: String
    /// Whose it is, if known.
    public var subscriberId: String?
    /// Which push to this target it is, from 1; its ids are derived from it.
    public var number: Int
    /// Where it goes; nil: the sender's own place.
    public var place: Place?
    /// What its service orders the pushes to a target by, whole Unix seconds: each has a later one than the one before.
    public var timestamp: Int
    /// What is sent.
    public var planned: PlannedPush

    /// A push of these parts.
    public init(
        sender: String, sentAt: Double, conversionId: String, subscriberId: String?, number: Int, place: Place? = nil,
        timestamp: Int, planned: PlannedPush
    ) {
        self.sender = sender
        self.sentAt = sentAt
        self.conversionId = conversionId
        self.subscriberId = subscriberId
        self.number = number
        self.place = place
        self.timestamp = timestamp
        self.planned = planned
    }

    /// Whether it goes to a device's push-to-start token, which makes a card appear.
    public var isPushToStart: Bool { place?.attributesType != nil }

    /// 32 hexadecimal digits that stand for this push alone: the same push sent again has them again, so that a
    /// receiver can tell (contract, "Push").
    var identity: String {
        let name = SHA256.prefix128("\(conversionId)\n\(planned.target)\n\(number)\n\(sentAt)")
        return [name.high, name.low].map { Hex.encode(bytes(of: $0)) }.joined()
    }

    private func bytes(of number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// The push as it is to be at `now`: without a stale date that has passed since it was handed over, for that would
    /// hide the activity (D2).
    func asOf(_ now: Double) -> Push {
        guard let staleAt = planned.staleAt, staleAt <= now else { return self }
        var push = self
        push.planned.contentState.staleAt = nil
        return push
    }
}
