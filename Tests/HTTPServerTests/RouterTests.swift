import Testing

@testable import HTTPServer

@Suite struct Routing {
    enum Route: Sendable { case events, list, one, put, history, end, page, me }

    static let router: Router<Route> = {
        var router = Router<Route>()
        router.add(.post, "/v1/events", .events)
        router.add(.get, "/v1/activities", .list)
        router.add(.get, "/v1/activities/{conversionId}", .one)
        router.add(.put, "/v1/activities/{conversionId}", .put)
        router.add(.get, "/v1/activities/{conversionId}/history", .history)
        router.add(.post, "/v1/activities/{conversionId}/end", .end)
        router.add(.get, "/v1/activities/me/history", .me)
        router.add(.get, "/", .page)
        return router
    }()

    private static func describe(_ match: Router<Route>.Match) -> String {
        switch match {
        case .found(let route, let parameters): "\(route) \(parameters)"
        case .methodNotAllowed(let allow): "405 \(allow)"
        case .notFound: "404"
        case .badPath: "400"
        }
    }

    @Test(arguments: [
        (HTTPMethod.post, "/v1/events", "events []"),
        (.get, "/", "page []"),
        (.head, "/", "page []"),
        (.get, "/v1/activities", "list []"),
        (.head, "/v1/activities", "list []"),
        (.get, "/v1/activities/gen-1", #"one ["gen-1"]"#),
        (.head, "/v1/activities/gen-1", #"one ["gen-1"]"#),
        (.put, "/v1/activities/gen-1", #"put ["gen-1"]"#),
        (.get, "/v1/activities/gen-1/history", #"history ["gen-1"]"#),
        (.get, "/v1/activities/me/history", "me []"),
        (.post, "/v1/activities/me/end", #"end ["me"]"#),
        (.get, "/v1/activities/a%3Ab", #"one ["a:b"]"#),
        (.get, "/v1/activities/a%2Fb", #"one ["a/b"]"#),
        (.get, "/v1/activities/%C3%A9+", #"one ["é+"]"#),
        (.post, "/v1/%65vents", "events []"),
        (.get, "/v1/activities/%ZZ", "400"),
        (.get, "/v1/activities/%4", "400"),
        (.get, "/v1/activities/%", "400"),
        (.get, "/v1/activities/%FF", "400"),
        (.get, "/v1/%C3/x", "400"),
        (.get, "/v1/events", "405 POST, OPTIONS"),
        (.head, "/v1/events", "405 POST, OPTIONS"),
        (.options, "/v1/events", "405 POST, OPTIONS"),
        (.delete, "/v1/activities/gen-1", "405 GET, HEAD, PUT, OPTIONS"),
        (.post, "/v1/activities", "405 GET, HEAD, OPTIONS"),
        (.get, "/v1", "404"),
        (.get, "/v1/", "404"),
        (.get, "/v1/events/", "404"),
        (.get, "//v1/events", "404"),
        (.get, "/v1/activities/", "404"),
        (.get, "/v1/activities//history", "404"),
        (.get, "/v1/activities/a/b", "404"),
        (.get, "/v1/activities/a/history/x", "404"),
        (.options, "*", "405 PUT, POST, GET, HEAD, OPTIONS"),
        (.get, "", "404"),
    ])
    func matches(_ method: HTTPMethod, _ path: String, _ expected: String) {
        #expect(Self.describe(Self.router.match(method, path)) == expected)
    }

    @Test(
        arguments: [
            ("", ""), ("a", "a"), ("a%20b", "a b"), ("%e9", nil), ("%E2%82%AC", "€"), ("%", nil), ("%2", nil),
            ("%2g", nil), ("+", "+"), ("%25", "%"), ("%2525", "%25"), ("%C0%AF", nil), ("%ED%A0%80", nil),
        ] as [(String, String?)])
    func `decodes percent-encoding`(_ text: String, _ expected: String?) {
        #expect(PercentCoding.decode(text) == expected)
    }

    @Test(
        arguments: [
            ("", []), ("a=1", ["a=1"]), ("a=1&b=2", ["a=1", "b=2"]), ("a", ["a="]), ("a=b=c", ["a=b=c"]),
            ("&a=1&&b", ["a=1", "b="]), ("a=x+y%2B", ["a=x y+"]), ("a%3D=1", ["a==1"]), ("=1", ["=1"]), ("a=%", nil),
        ] as [(String, [String]?)])
    func `reads queries`(_ text: String, _ expected: [String]?) {
        #expect(PercentCoding.queryItems(text).map { $0.map { "\($0)=\($1)" } } == expected)
    }
}
