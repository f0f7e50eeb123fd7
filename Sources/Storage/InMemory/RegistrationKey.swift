/// What at most one registration has: whose wish it is, for what, and by which sender.
struct RegistrationKey: Hashable {
    private let subscriberId: String
    private let deviceId: String
    private let kind: String
    private let conversionId: String?
    private let sender: String

    /// The key of that registration.
    init(_ registration: RegistrationRow) {
        subscriberId = registration.subscriberId
        deviceId = registration.deviceId
        kind = registration.kind
        conversionId = registration.conversionId
        sender = registration.sender
    }
}
