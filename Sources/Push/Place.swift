/// Where a registered target is: what a service knows it by.
public struct Place: Equatable, Sendable {
    /// The service's token of the device or card; for `log` and `webhook` a free name.
    public var token: String
    /// The world that the token belongs to.
    public var environment: Environment
    /// The app's `ActivityAttributes` that a push-to-start token makes a card of; nil of any other token.
    public var attributesType: String?

    /// A place of that token.
    public init(token: String, environment: Environment = .production, attributesType: String? = nil) {
        self.token = token
        self.environment = environment
        self.attributesType = attributesType
    }
}
