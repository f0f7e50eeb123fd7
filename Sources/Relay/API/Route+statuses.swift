extension Route {
    /// The statuses that it is answered with, but for those of requests that could not be read.
    var statuses: [Int] {
        switch self {
        case .postEvents: [200, 202, 400] + known + [409, 413, 415, 500, 503]
        case .putActivity: [200, 202, 400] + known + [409, 413, 415, 500, 503]
        case .endActivity: [200, 202, 400] + known + [404, 413, 415, 500, 503]
        case .deleteActivity: [204, 400] + known + [404, 500, 503]
        case .resolve: [200, 400] + known + [413, 415]
        case .register: [200, 201, 400] + known + [409, 413, 415, 500, 503]
        case .listRegistrations: [200, 400] + known + [503]
        case .unregister: [204, 400] + known + [404, 500, 503]
        case .issueToken: [200, 400] + known + [413, 415]
        case .getActivity, .getHistory, .followActivity: [200, 400] + known + [404, 500, 503]
        case .listActivities, .follow: [200, 400] + known + [503]
        case .metrics: [200] + known
        case .dashboard: [200, 304]
        case .healthz, .openAPI: [200]
        case .readyz: [200, 503]
        }
    }

    /// Those of who may not.
    private var known: [Int] { [401, 403, 429] }
}

extension Route {
    /// What any route may be answered with where the request cannot be read or served at all.
    static let statusesOfAll = [400, 408, 413, 414, 417, 431, 500, 501, 503, 505]
}
