import HTTPServer

/// Takes the control port's requests and hands them to whoever owns the simulator.
final class ControlHandler: RequestHandler {
    private static let longestBody = 64 * 1024

    private let inbox: ControlInbox

    /// Hands requests to `inbox`.
    init(_ inbox: ControlInbox) {
        self.inbox = inbox
    }

    func decide(_ head: RequestHead) -> HeadDecision { .accept(maxBodyBytes: Self.longestBody) }

    func handle(_ request: Request, _ exchange: Exchange) {
        let head = request.head
        inbox.post(ControlRequest(head.method, head.path, query: head.query, body: request.body), exchange)
    }

    func roundEnded() {}

    func problem(status: Int, detail: String, to head: RequestHead?) -> Response { ControlAPI.problem(status, detail) }
}
