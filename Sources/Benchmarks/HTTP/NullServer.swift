import HTTPServer

/// Our HTTP server with a handler that answers 200 to everything, as `NginxPeer` does.
final class NullServer {
    /// Where it listens, on this machine.
    let port: Int
    private let server: HTTPServer

    init() throws {
        server = try HTTPServer(handler: NullHandler())
        guard case .tcp(_, let port) = try server.listen(on: .tcp(host: "127.0.0.1", port: 0)) else {
            throw BenchmarkFailure("the server listens nowhere")
        }
        self.port = port
    }

    func stop() {
        server.shutdown()
    }
}

private final class NullHandler: RequestHandler {
    func decide(_ head: RequestHead) -> HeadDecision { .accept(maxBodyBytes: 1024 * 1024) }

    func handle(_ request: Request, _ exchange: Exchange) {
        exchange.respond(Response(status: 200, contentType: "text/plain"))
    }

    func roundEnded() {}

    func problem(status: Int, detail: String, to head: RequestHead?) -> Response { Response(status: status) }
}
