import HTTPServer
import Telemetry

/// A request that is being served: where its answer goes, the id that this carries, and what the relay goes by meanwhile.
final class PendingAnswer: Sendable {
    /// Where the answer goes.
    let exchange: Exchange
    /// What the relay goes by for this request, whatever is reloaded meanwhile.
    let settings: Current<APISettings>.Snapshot
    private let head: RequestHead
    private let requestId: String
    private let route: Route?
    private let log: RequestLog

    init(
        _ exchange: Exchange, to head: RequestHead, _ route: Route?, requestId: String,
        _ settings: Current<APISettings>.Snapshot, _ log: RequestLog
    ) {
        self.exchange = exchange
        self.head = head
        self.requestId = requestId
        self.settings = settings
        self.route = route
        self.log = log
    }

    /// The trace that the request belongs to, if its caller has one.
    var trace: TraceContext? { TraceContext(head.headers) }

    /// Answers the request.
    func respond(_ response: Response) {
        exchange.respond(labelled(response))
    }

    /// Answers the request, or says that the answer is too much now: see `ServerLimits.heldBytes`.
    func respondIfRoom(_ response: Response) {
        guard exchange.hasRoom(forBytes: response.body.count) else {
            return respond(.unavailable("the relay holds as many answers as it may; try again"))
        }
        respond(response)
    }

    /// The answer with the request's id, counted and logged: to be asked for once.
    func labelled(_ response: Response) -> Response {
        log.note(response, to: head, route, requestId, settings.proxies)
        return response.labelled(requestId)
    }
}

extension Response {
    /// The answer with a request's id.
    func labelled(_ requestId: String) -> Response {
        var response = self
        response.headers.append((RequestIds.field, requestId))
        return response
    }
}
