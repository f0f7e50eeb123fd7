/// What an APNs sender goes by.
public struct APNsSettings: Equatable, Sendable {
    /// The app that it pushes to.
    public var app: APNsApp
    /// The key for what users have.
    public var production: APNsKey
    /// The key for what developers run; older keys of Apple are for both.
    public var sandbox: APNsKey
    /// Instead of Apple's hosts, those of both environments; nil: Apple's.
    public var url: String?
    /// A file of certificates that are trusted instead of the system's; nil: the system's.
    public var caFile: String?
    /// What tells this content of `caFile` from another.
    public var caDigest: [UInt8] = []
    /// When a push is given up, seconds.
    public var timeout = 10.0
    /// How long after an activity's start a device is left to make its own card before one is started by push, seconds.
    public var startDelay = 2.0
    /// What it calls itself.
    public var userAgent = "activity-relay"

    /// Settings for an app, with a key for each environment.
    public init(app: APNsApp, production: APNsKey, sandbox: APNsKey) {
        self.app = app
        self.production = production
        self.sandbox = sandbox
    }

    /// Apple's host for device pushes.
    ///
    /// https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns
    static func host(_ environment: Environment) -> String {
        switch environment {
        case .production: "https://api.push.apple.com"
        case .sandbox: "https://api.sandbox.push.apple.com"
        }
    }

    /// The connections that pushes of an environment go by.
    func pool(_ environment: Environment) -> APNsPool.Name {
        var connection = CurlSettings(url: url ?? Self.host(environment))
        connection.caFile = caFile
        connection.caDigest = caDigest
        connection.timeout = timeout
        connection.userAgent = userAgent
        connection.keepsProvenConnections = true
        return APNsPool.Name(
            environment: environment, key: environment == .production ? production : sandbox, connection: connection)
    }
}
