/// A device's wish to get pushes. At most one row has the same subscriber, device, kind, conversionId and sender.
public struct RegistrationRow: Equatable, Sendable {
    /// Its public name.
    public var id: String
    /// Whose device it is.
    public var subscriberId: String
    /// The device.
    public var deviceId: String
    /// What the token in `body` is for, such as "start" or "update".
    public var kind: String
    /// The activity the token belongs to, nil where it serves all of the subscriber's.
    public var conversionId: String?
    /// Name of the sender that pushes to it.
    public var sender: String
    /// Token and all the rest, opaque to the store.
    public var body: [UInt8]
    /// When it was registered, Unix seconds.
    public var registeredAt: Double
    /// When it ceases to hold, Unix seconds; nil if never. The store keeps expired rows until they are removed.
    public var expires: Double?

    /// Makes a registration.
    public init(
        id: String,
        subscriberId: String,
        deviceId: String,
        kind: String,
        conversionId: String? = nil,
        sender: String,
        body: [UInt8] = [],
        registeredAt: Double,
        expires: Double? = nil
    ) {
        self.id = id
        self.subscriberId = subscriberId
        self.deviceId = deviceId
        self.kind = kind
        self.conversionId = conversionId
        self.sender = sender
        self.body = body
        self.registeredAt = registeredAt
        self.expires = expires
    }
}

extension RegistrationRow {
    /// Whether both stand for the same wish, so that the later one takes the earlier one's place.
    func hasSameKey(as other: RegistrationRow) -> Bool {
        deviceId == other.deviceId && kind == other.kind && conversionId == other.conversionId
            && sender == other.sender && subscriberId == other.subscriberId
    }
}
