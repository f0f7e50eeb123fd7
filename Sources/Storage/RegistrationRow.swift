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
    /// Throws `misuse` for a time that is not a number: it has no place in any order.
    func checkTimes() throws(StoreError) {
        guard !registeredAt.isNaN, expires?.isNaN != true else {
            throw StoreError(.misuse, "A time of registration \(id) is not a number; it was not stored.")
        }
    }
}
