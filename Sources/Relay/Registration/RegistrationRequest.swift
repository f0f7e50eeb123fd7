import JSON
import Push

/// The body of `POST /v1/registrations`, checked.
struct RegistrationRequest: Equatable {
    /// What it says of the token.
    enum Token: Equatable {
        /// Nothing: the registration is to stay as it is.
        case absent
        /// The device wants no more.
        case optOut
        case new(String)
    }

    var subscriberId: String
    var deviceId = ""
    var kind: Registration.Kind
    var conversionId: String?
    var sender: String
    var token = Token.absent
    var environment = Environment.production
    var attributesType: String?
    /// Whether the subscriber itself asks, who may not ask for as many as it likes.
    var isBySubscriber = false

    /// A registration of the same key, for looking for one.
    func registration(id: String, at now: Double) -> Registration {
        Registration(
            id: id, subscriberId: subscriberId, deviceId: deviceId, kind: kind, conversionId: conversionId,
            sender: sender, environment: environment, attributesType: attributesType, registeredAt: now)
    }
}
