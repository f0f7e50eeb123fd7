/// The routes of one template by method.
struct RouteMethods<Route: Sendable>: Sendable {
    private var routes: [(method: HTTPMethod, route: Route)] = []

    /// Sets a method's route.
    mutating func set(_ method: HTTPMethod, _ route: Route) {
        routes.removeAll { $0.method == method }
        routes.append((method, route))
    }

    /// The route for `method`, GET's for HEAD.
    func match(_ method: HTTPMethod, parameters: [String]) -> Router<Route>.Match {
        if let route = route(method) ?? (method == .head ? route(.get) : nil) {
            return .found(route, parameters: parameters)
        }
        return .methodNotAllowed(allow: allow)
    }

    private func route(_ method: HTTPMethod) -> Route? {
        routes.first { $0.method == method }?.route
    }

    /// The methods for the Allow field: HEAD comes with GET, OPTIONS always.
    private var allow: String {
        var names: [String] = []
        for (method, _) in routes where method != .options {
            names.append(method.name)
            if method == .get, route(.head) == nil { names.append(HTTPMethod.head.name) }
        }
        return (names + [HTTPMethod.options.name]).joined(separator: ", ")
    }
}
