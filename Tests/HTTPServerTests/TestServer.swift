import Glibc
import Synchronization

@testable import HTTPServer

/// A server on a free port of this machine, with a handler that does what the path says.
final class TestServer: Sendable {
    let server: HTTPServer
    let handler = TestHandler()
    let counters = ServerCounters()
    let port: Int

    init(loops: Int = 1, _ change: (inout ServerLimits) -> Void = { _ in }) throws {
        var limits = ServerLimits()
        change(&limits)
        server = try HTTPServer(limits: limits, loops: loops, counters: counters, handler: handler)
        guard case .tcp(_, let port) = try server.listen(on: .tcp(host: "127.0.0.1", port: 0)) else { throw NoPort() }
        self.port = port
    }

    struct NoPort: Error {}

    func connect() throws -> TestClient { try TestClient(port: port) }

    deinit { server.shutdown() }
}

/// Echoes bodies. `/early` is answered by the head, `/later` by another thread, `/hold` when the test says; `/stream`
/// begins a stream, which may last as many milliseconds as its query says.
final class TestHandler: RequestHandler {
    private struct State {
        var held: [(Exchange, Response)] = []
        var batch: [(Exchange, Response)] = []
        var streams: [Exchange] = []
        var streamsOver = 0
        var rounds = 0
        var handled = 0
    }

    private let state = Mutex(State())

    /// How large the answer to `/large` is.
    static let largeBytes = 4_000_000

    var rounds: Int { state.withLock { $0.rounds } }
    var handled: Int { state.withLock { $0.handled } }
    var heldCount: Int { state.withLock { $0.held.count } }
    /// The streams that were begun, and how many of them are over.
    var streams: [Exchange] { state.withLock { $0.streams } }
    var streamsOver: Int { state.withLock { $0.streamsOver } }

    func decide(_ head: RequestHead) -> HeadDecision {
        if head.path == "/early" { return .answer(Response(status: 401, body: Array("early".utf8))) }
        return .accept(maxBodyBytes: 256 * 1024, goesAlone: head.path == "/large")
    }

    func handle(_ request: Request, _ exchange: Exchange) {
        state.withLock { $0.handled += 1 }
        switch request.head.path {
        case "/hold":
            let text = Array((request.head.query ?? "").utf8)
            state.withLock { $0.held.append((exchange, Response(status: 200, body: text))) }
        case "/later":
            state.withLock { $0.batch.append((exchange, Response(status: 200, body: request.body))) }
        case "/stream":
            let head = Response(status: 200, contentType: "text/event-stream")
            let longest = request.head.query.flatMap { Int($0) }.map { Duration.milliseconds($0) }
            state.withLock { $0.streams.append(exchange) }
            exchange.begin(head, for: longest) { [weak self] in self?.state.withLock { $0.streamsOver += 1 } }
        case "/large":
            guard exchange.hasRoom(forBytes: Self.largeBytes) else {
                return exchange.respond(problem(status: 503, detail: "no room", to: nil))
            }
            exchange.respond(Response(status: 200, body: [UInt8](repeating: 65, count: Self.largeBytes)))
        default:
            exchange.respond(Response(status: 200, body: request.body))
        }
    }

    func roundEnded() {
        let batch = state.withLock { state in
            state.rounds += 1
            let batch = state.batch
            state.batch = []
            return batch
        }
        if batch.isEmpty { return }
        // From another thread, last request first.
        runOnThread { Exchange.respond(batch.reversed()) }
    }

    func problem(status: Int, detail: String, to head: RequestHead?) -> Response {
        Response(status: status, contentType: "text/plain", body: Array(detail.utf8))
    }

    /// Takes the held exchanges out, with the answers they are to have.
    func takeHeld() -> [(Exchange, Response)] {
        state.withLock { state in
            let held = state.held
            state.held = []
            return held
        }
    }
}

/// Runs `body` on a thread of its own.
func runOnThread(_ body: @escaping @Sendable () -> Void) {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body)).toOpaque()
    pthread_create(
        &thread, nil,
        { argument in
            if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
        }, box)
    pthread_detach(thread)
}

/// Looks again and again until `condition` holds; false after ten seconds.
func eventually(_ condition: () -> Bool) -> Bool {
    let end = MonotonicClock.now() + 10_000_000_000
    while !condition() {
        if MonotonicClock.now() > end { return false }
        usleep(500)
    }
    return true
}
