/// One place in the tree of templates.
struct RouteNode<Route: Sendable>: Sendable {
    private var literals: [(segment: String, node: RouteNode)] = []
    /// The node for any other segment; an array, since a value cannot hold itself: none or one.
    private var parameter: [RouteNode] = []
    private var methods: RouteMethods<Route>?

    /// Whether a template's segment is `{name}`.
    static func isParameter(_ segment: String) -> Bool {
        segment.utf8.first == UInt8(ascii: "{") && segment.utf8.last == UInt8(ascii: "}")
    }

    /// Adds a route for the template whose segments these are.
    mutating func add(_ segments: ArraySlice<String>, _ method: HTTPMethod, _ route: Route) {
        guard let first = segments.first else {
            methods = methods ?? RouteMethods()
            methods?.set(method, route)
            return
        }
        let rest = segments.dropFirst()
        if Self.isParameter(first) {
            if parameter.isEmpty { parameter.append(RouteNode()) }
            parameter[0].add(rest, method, route)
        } else {
            let index = literals.firstIndex { $0.segment == first } ?? literals.endIndex
            if index == literals.endIndex { literals.append((first, RouteNode())) }
            literals[index].node.add(rest, method, route)
        }
    }

    /// The routes for a path of these segments, literal ones first.
    func find(_ segments: ArraySlice<String>, _ parameters: inout [String]) -> RouteMethods<Route>? {
        guard let first = segments.first else { return methods }
        let rest = segments.dropFirst()
        for (segment, node) in literals where segment == first {
            if let found = node.find(rest, &parameters) { return found }
        }
        guard let node = parameter.first, !first.isEmpty else { return nil }
        parameters.append(first)
        if let found = node.find(rest, &parameters) { return found }
        parameters.removeLast()
        return nil
    }
}
