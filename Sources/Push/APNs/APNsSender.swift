package import ActivityResolver
import Crypto
import Telemetry

/// Pushes content states to the Live Activities of one app, through APNs.
public final class APNsSender: Sender {
    private let name: String
    private let settings: APNsSettings
    private let now: @Sendable () -> Double
    private let pools: [Environment: APNsPool]
    private let allPools: APNsPools

    /// A sender of that name and these settings, by shared connections; `now` gives Unix seconds.
    public init(
        name: String, _ settings: APNsSettings, _ pools: APNsPools, now: @escaping @Sendable () -> Double
    ) {
        self.name = name
        self.settings = settings
        self.now = now
        allPools = pools
        self.pools = Dictionary(
            uniqueKeysWithValues: Environment.allCases.map { ($0, pools.pool(settings.pool($0))) })
    }

    /// A card's timers and stale date need no push.
    package var kind: TargetKind { .rerenders }

    /// APNs starts cards.
    public var takesStartTokens: Bool { true }

    /// As it was configured.
    public var startDelay: Double { settings.startDelay }

    /// APNs has no place of its own.
    public var needsRegistration: Bool { true }

    /// Device tokens are bytes.
    public var tokenForm: TokenForm { .hexadecimal }

    /// Joins its pools.
    public func start(report: @escaping @Sendable ([PushResult]) -> Void) throws {
        for pool in pools.values { try pool.join(name, ObjectIdentifier(self), settings.app, report: report) }
    }

    /// Hands the pushes to the pools of their environments.
    public func send(_ pushes: [Push]) {
        for environment in Environment.allCases {
            let own = pushes.filter { ($0.place?.environment ?? .production) == environment }
            if !own.isEmpty { pools[environment]?.submit(own) }
        }
    }

    /// The request as it would be sent now.
    public func preview(_ push: Push) -> String {
        let pool = settings.pool(push.place?.environment ?? .production)
        var request = OutgoingRequest()
        request.clear()
        do {
            let token = try ProviderTokenSource(pool.key).token(at: now())
            let place = push.place.flatMap { tokenForm.normal($0.token) }
            try APNsRequest(app: settings.app, now: now()).compose(
                push, deviceToken: Redaction.token(place ?? ""), providerToken: token.shortened, &request)
        } catch {
            return "no request can be made: \(error)\n"
        }
        return RequestPreview.text(request, pool.connection)
    }

    /// How many connections its pools made so far.
    package var connectionsMade: Int { pools.values.reduce(0) { $0 + $1.connectionsMade } }

    /// Leaves its pools; those that nobody else uses end within that time.
    public func stop(within seconds: Double) {
        for (environment, pool) in pools where pool.leave(name, ObjectIdentifier(self), within: seconds) {
            allPools.forget(pool, settings.pool(environment))
        }
    }

    /// Waits for those of its pools that end.
    public func waitUntilStopped() {
        for pool in pools.values { pool.waitUntilStopped() }
    }
}
