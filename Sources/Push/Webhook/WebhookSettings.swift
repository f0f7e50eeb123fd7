/// What a webhook sender goes by.
public struct WebhookSettings: Equatable, Sendable {
    /// How it connects, and where to.
    public var connection: CurlSettings
    /// What it signs with; every one of them signs, so that a receiver may change from one to the other.
    public var secrets: [WebhookSecret]

    /// Settings of these parts.
    public init(connection: CurlSettings, secrets: [WebhookSecret]) {
        self.connection = connection
        self.secrets = secrets
    }
}
