import HTTPServer

/// What the relay serves, and what each needs.
enum Route {
    case postEvents
    case putActivity
    case getActivity
    case listActivities
    case endActivity
    case deleteActivity
    case resolve
    case healthz
    case readyz

    /// The routes by method and path, as the contract has them.
    static let router: Router<Route> = {
        var router = Router<Route>()
        router.add(.post, "/v1/events", .postEvents)
        router.add(.put, "/v1/activities/{conversionId}", .putActivity)
        router.add(.get, "/v1/activities/{conversionId}", .getActivity)
        router.add(.get, "/v1/activities", .listActivities)
        router.add(.post, "/v1/activities/{conversionId}/end", .endActivity)
        router.add(.delete, "/v1/activities/{conversionId}", .deleteActivity)
        router.add(.post, "/v1/resolve", .resolve)
        router.add(.get, "/healthz", .healthz)
        router.add(.get, "/readyz", .readyz)
        return router
    }()

    /// The scope that opens it; nil: it is open to all.
    var scope: Configuration.Scope? {
        switch self {
        case .postEvents, .putActivity, .endActivity, .deleteActivity, .resolve: .events
        case .getActivity, .listActivities: .read
        case .healthz, .readyz: nil
        }
    }

    /// The media types of its body; none where it takes no body.
    var mediaTypes: [String] {
        switch self {
        case .postEvents: [MediaType.json, MediaType.ndjson]
        case .putActivity: [MediaType.json, MediaType.form]
        case .endActivity, .resolve: [MediaType.json]
        case .getActivity, .listActivities, .deleteActivity, .healthz, .readyz: []
        }
    }

    /// Whether it changes activities, and so waits for the engine.
    var needsEngine: Bool {
        switch self {
        case .postEvents, .putActivity, .endActivity, .deleteActivity: true
        case .getActivity, .listActivities, .resolve, .healthz, .readyz: false
        }
    }
}
