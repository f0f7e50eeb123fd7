/// Where a registered target is: what a service knows it by.
public struct Place: Equatable, Sendable {
    /// The service's token of the device or card; for `log` and `webhook` a free name.
    public var token: String
    /// The world that the token belongs to.
    public var environment: Environment
    /// Of a push-to-start token: the name of the app's struct that describes the card it starts (`ActivityAttributes`);
    /// nil for any other token.
    public var attributesType: String?

    /// A place of that token.
    public init(token: String, environment: Environment = .production, attributesType: String? = nil) {
        self.token = token
        self.environment = environment
        self.attributesType = attributesType
    }
}
