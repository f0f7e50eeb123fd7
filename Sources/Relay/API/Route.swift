import HTTPServer

/// What the relay serves, and what each needs.
enum Route: Int, CaseIterable {
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
    case metrics
    case openAPI

    /// The path that events are posted to.
    static let eventsPath = "/v1/events"

    /// The routes by method and path, as the contract has them.
    static let router: Router<Route> = {
        var router = Router<Route>()
        for route in allCases { router.add(route.method, route.template, route) }
        return router
    }()

    /// The method that asks for it; HEAD comes with GET.
    var method: HTTPMethod {
        switch self {
        case .getActivity, .getHistory, .listActivities, .followActivity, .follow, .listRegistrations: .get
        case .dashboard, .healthz, .readyz, .metrics, .openAPI: .get
        case .postEvents, .endActivity, .resolve, .register, .issueToken: .post
        case .putActivity: .put
        case .deleteActivity, .unregister: .delete
        }
    }

    /// Its path, parameters in braces.
    var template: String {
        switch self {
        case .postEvents: Self.eventsPath
        case .putActivity, .getActivity, .deleteActivity: "/v1/activities/{conversionId}"
        case .endActivity: "/v1/activities/{conversionId}/end"
        case .getHistory: "/v1/activities/{conversionId}/history"
        case .followActivity: "/v1/activities/{conversionId}/stream"
        case .listActivities: "/v1/activities"
        case .follow: "/v1/stream"
        case .resolve: "/v1/resolve"
        case .register, .listRegistrations: "/v1/registrations"
        case .unregister: "/v1/registrations/{id}"
        case .issueToken: "/v1/subscribers/{subscriberId}/token"
        case .dashboard: "/"
        case .healthz: "/healthz"
        case .readyz: "/readyz"
        case .metrics: "/metrics"
        case .openAPI: "/openapi.json"
        }
    }

    /// The scope that opens it; nil: it is open to all.
    var scope: Configuration.Scope? {
        switch self {
        case .postEvents, .putActivity, .endActivity, .deleteActivity, .resolve: .events
        case .getActivity, .getHistory, .listActivities, .followActivity, .follow, .metrics: .read
        case .register, .listRegistrations, .unregister: .registrations
        case .issueToken: .admin
        case .dashboard, .healthz, .readyz, .openAPI: nil
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
            .unregister:
            []
        case .dashboard, .healthz, .readyz, .metrics, .openAPI: []
        }
    }

    /// Whether its answer may be large, so that a client may have but one of them on the way.
    var mayAnswerMuch: Bool {
        switch self {
        case .getActivity, .getHistory, .listActivities, .followActivity, .follow, .resolve, .listRegistrations: true
        case .dashboard, .metrics, .openAPI: true
        case .postEvents, .putActivity, .endActivity, .deleteActivity, .register, .unregister, .issueToken: false
        case .healthz, .readyz: false
        }
    }

    /// Whether it changes activities, and so waits for the engine.
    var needsEngine: Bool {
        switch self {
        case .postEvents, .putActivity, .endActivity, .deleteActivity, .register, .unregister: true
        case .getActivity, .getHistory, .listActivities, .followActivity, .follow, .resolve, .listRegistrations,
            .issueToken:
            false
        case .dashboard, .healthz, .readyz, .metrics, .openAPI: false
        }
    }
}
