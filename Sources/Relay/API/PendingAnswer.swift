import HTTPServer

/// A request that is being served: where its answer goes, the id that this carries, and what the relay goes by meanwhile.
final class PendingAnswer: Sendable {
    /// Where the answer goes.
    let exchange: Exchange
    /// What the relay goes by for this request, whatever is reloaded meanwhile.
    let settings: Current<APISettings>.Snapshot
    private let head: RequestHead
    private let requestId: String
    private let problems: ProblemLog

    init(
        _ exchange: Exchange, to head: RequestHead, requestId: String, _ settings: Current<APISettings>.Snapshot,
        _ problems: ProblemLog
    ) {
        self.exchange = exchange
        self.head = head
        self.requestId = requestId
        self.settings = settings
        self.problems = problems
    }

    /// Answers the request.
    func respond(_ response: Response) {
        exchange.respond(labelled(response))
    }

    /// The answer with the request's id; a problem is logged.
    func labelled(_ response: Response) -> Response {
        problems.note(response, to: head, requestId, settings.proxies)
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
