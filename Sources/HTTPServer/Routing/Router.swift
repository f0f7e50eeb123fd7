/// Finds routes by method and path. Pure; knows templates like `/v1/activities/{conversionId}/end`.
///
/// A literal segment goes before a parameter at the same place. A parameter is one segment that is not empty.
public struct Router<Route: Sendable>: Sendable {
    /// What a request's method and path lead to.
    public enum Match: Sendable {
        /// A route, and the values of its template's parameters in order, percent-decoded.
        case found(Route, parameters: [String])
        /// The path exists, for other methods: those, for the Allow field (RFC 9110, section 10.2.1).
        ///
        /// OPTIONS leads here too, unless it was added: answer it 204 with this Allow.
        case methodNotAllowed(allow: String)
        /// No template fits.
        case notFound
        /// The percent-encoding is broken, or what it stands for is not UTF-8.
        case badPath

        /// The route, if there is one.
        public var route: Route? {
            guard case .found(let route, _) = self else { return nil }
            return route
        }
    }

    private var root = RouteNode<Route>()
    /// The templates without parameters, by the path they are.
    private var literals: [String: RouteMethods<Route>] = [:]
    /// The methods of all templates together.
    private var all = RouteMethods<Route>()

    /// A router without routes.
    public init() {}

    /// Adds a route. The last one added for a method and template counts.
    public mutating func add(_ method: HTTPMethod, _ template: String, _ route: Route) {
        let segments = template.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        if method != .options { all.set(method, route) }
        root.add(segments[...], method, route)
        if !segments.contains(where: RouteNode<Route>.isParameter) {
            literals[template, default: RouteMethods()].set(method, route)
        }
    }

    /// Finds the route for a method and a path that is still percent-encoded. HEAD leads to GET's, and `*` with OPTIONS
    /// to the methods that any path takes.
    public func match(_ method: HTTPMethod, _ path: String) -> Match {
        if let methods = literals[path] { return methods.match(method, parameters: []) }
        // RFC 9110, section 9.3.7: `*` asks about the server as a whole.
        if method == .options, path == "*" { return all.match(method, parameters: []) }
        guard path.utf8.first == ASCII.slash else { return .notFound }
        var segments: [String] = []
        for piece in path.utf8.dropFirst().split(separator: ASCII.slash, omittingEmptySubsequences: false) {
            guard let segment = PercentCoding.decode(piece, plusIsSpace: false) else { return .badPath }
            segments.append(segment)
        }
        var parameters: [String] = []
        guard let methods = root.find(segments[...], &parameters) else { return .notFound }
        return methods.match(method, parameters: parameters)
    }
}
