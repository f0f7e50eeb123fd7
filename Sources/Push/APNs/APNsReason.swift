/// What a reason that APNs gives asks for (contract, "Delivery").
///
/// https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns
enum APNsReason: Equatable {
    /// The token is of no use any more.
    case tokenIsDead
    /// The provider token, its key or the topic is refused, and with it all that is pushed so.
    case keyIsRefused
    /// The connection saw another provider token not long ago: on a new one it would be the first.
    case connectionIsTooYoung
    /// The provider token is too old.
    case providerTokenIsExpired
    /// The connection is no good, but another one may be.
    case connectionIsOver
    /// This token gets too many pushes.
    case isTooOften
    /// The service cannot at present.
    case serviceCannot
    /// This push is not taken, now or later.
    case pushIsRefused

    /// The meaning of a reason; of one that is not known, by the class of its status.
    init(_ reason: String, status: Int) {
        if let known = Self.known[reason] {
            self = known
        } else {
            switch status {
            case 410: self = .tokenIsDead
            case 408, 425, 429: self = .isTooOften
            case 400..<500: self = .pushIsRefused
            default: self = .serviceCannot
            }
        }
    }

    // Those that mean what their status says are left out.
    private static let known: [String: APNsReason] = [
        "BadDeviceToken": .tokenIsDead, "DeviceTokenNotForTopic": .tokenIsDead, "ExpiredToken": .tokenIsDead,
        "Unregistered": .tokenIsDead,
        "BadTopic": .keyIsRefused, "TopicDisallowed": .keyIsRefused, "InvalidProviderToken": .keyIsRefused,
        "MissingProviderToken": .keyIsRefused, "BadEnvironmentKeyIdInToken": .keyIsRefused,
        "BadCertificate": .keyIsRefused, "BadCertificateEnvironment": .keyIsRefused,
        "TooManyProviderTokenUpdates": .connectionIsTooYoung,
        "ExpiredProviderToken": .providerTokenIsExpired,
        "UnrelatedKeyIdInToken": .connectionIsOver, "IdleTimeout": .connectionIsOver, "Shutdown": .connectionIsOver,
    ]
}
