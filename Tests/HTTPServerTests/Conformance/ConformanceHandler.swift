import Synchronization

@testable import HTTPServer

/// Says what it takes, each request as `METHOD target [body]`, and keeps that.
///
/// `/early` is answered by the head; `/get` and `/post` take one method, `/post` JSON alone.
final class ConformanceHandler: RequestHandler {
    private let requests = Mutex<[String]>([])
    private let router: Router<Bool>

    init() {
        var router = Router<Bool>()
        router.add(.get, "/get", false)
        router.add(.post, "/post", true)
        self.router = router
    }

    /// What it has taken.
    var seen: [String] { requests.withLock { $0 } }

    /// What it has taken, and forgets.
    func takeSeen() -> [String] {
        requests.withLock { requests in
            defer { requests = [] }
            return requests
        }
    }

    func decide(_ head: RequestHead) -> HeadDecision {
        if head.path == "/early" { return .answer(problem(status: 401, detail: "early", to: head)) }
        switch router.match(head.method, head.path) {
        case .methodNotAllowed(let allow):
            let status = head.method == .options ? 204 : 405
            return .answer(Response(status: status, headers: [("Allow", allow)]))
        case .badPath: return .answer(problem(status: 400, detail: "path", to: head))
        case .found(true, _) where head.headers["content-type"] != "application/json":
            return .answer(problem(status: 415, detail: "type", to: head))
        case .found, .notFound: return .accept(maxBodyBytes: 100)
        }
    }

    func handle(_ request: Request, _ exchange: Exchange) {
        let body = String(decoding: request.body, as: UTF8.self)
        let text = "\(request.head.method.name) \(request.head.target) [\(body)]"
        requests.withLock { $0.append(text) }
        exchange.respond(Response(status: 200, headers: [("X-Taken", "1")], body: Array(text.utf8)))
    }

    func roundEnded() {}

    func problem(status: Int, detail: String, to head: RequestHead?) -> Response {
        Response(status: status, contentType: "text/plain", body: Array(detail.utf8))
    }
}
