import HTTPServer

/// What the relay serves, and what each needs.
enum Route {
    case postEvents
    case putActivity
    case getActivity
    case getHistory
    case listActivities
    case followActivity
    case follow
    case endActivity
    case deleteActivity
    case resolve
    case register
    case listRegistrations
    case unregister
    case issueToken
    case dashboard
    case healthz
    case readyz

    /// The path that events are posted to.
    static let eventsPath = "/v1/events"

    /// The routes by method and path, as the contract has them.
    static let router: Router<Route> = {
        var router = Router<Route>()
        router.add(.post, eventsPath, .postEvents)
        router.add(.put, "/v1/activities/{conversionId}", .putActivity)
        router.add(.get, "/v1/activities/{conversionId}", .getActivity)
        router.add(.get, "/v1/activities/{conversionId}/history", .getHistory)
        router.add(.get, "/v1/activities", .listActivities)
        router.add(.get, "/v1/activities/{conversionId}/stream", .followActivity)
        router.add(.get, "/v1/stream", .follow)
        router.add(.post, "/v1/activities/{conversionId}/end", .endActivity)
        router.add(.delete, "/v1/activities/{conversionId}", .deleteActivity)
        router.add(.post, "/v1/resolve", .resolve)
        router.add(.post, "/v1/registrations", .register)
        router.add(.get, "/v1/registrations", .listRegistrations)
        router.add(.delete, "/v1/registrations/{id}", .unregister)
        router.add(.post, "/v1/subscribers/{subscriberId}/token", .issueToken)
        router.add(.get, "/", .dashboard)
        router.add(.get, "/healthz", .healthz)
        router.add(.get, "/readyz", .readyz)
        return router
    }()

    /// The scope that opens it; nil: it is open to all.
    var scope: Configuration.Scope? {
        switch self {
        case .postEvents, .putActivity, .endActivity, .deleteActivity, .resolve: .events
        case .getActivity, .getHistory, .listActivities, .followActivity, .follow: .read
        case .register, .listRegistrations, .unregister: .registrations
        case .issueToken: .admin
        case .dashboard, .healthz, .readyz: nil
        }
    }

    /// Whether a signed request may ask for it, without a token.
    var takesSignatures: Bool {
        switch self {
        case .postEvents, .putActivity: true
        default: false
        }
    }

    /// Whether a subscriber's token opens it, for what is that subscriber's.
    var isForSubscribers: Bool {
        switch self {
        case .getActivity, .getHistory, .listActivities, .followActivity, .follow, .register, .listRegistrations,
            .unregister:
            true
        default: false
        }
    }

    /// The media types of its body; none where it takes no body.
    var mediaTypes: [String] {
        switch self {
        case .postEvents: [MediaType.json, MediaType.ndjson, MediaType.cloudEvent, MediaType.cloudEvents]
        case .putActivity: [MediaType.json, MediaType.form]
        case .endActivity, .resolve, .register, .issueToken: [MediaType.json]
        case .getActivity, .getHistory, .listActivities, .followActivity, .follow, .deleteActivity, .listRegistrations,
            .unregister, .dashboard, .healthz, .readyz:
            []
        }
    }

    /// Whether it changes activities, and so waits for the engine.
    var needsEngine: Bool {
        switch self {
        case .postEvents, .putActivity, .endActivity, .deleteActivity, .register, .unregister: true
        case .getActivity, .getHistory, .listActivities, .followActivity, .follow, .resolve, .listRegistrations,
            .issueToken, .dashboard, .healthz, .readyz:
            false
        }
    }
}
