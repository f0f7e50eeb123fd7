import HTTPServer
import Synchronization

/// Lets requests in or not: by their head first, and once more when the body is there, where that has a say.
final class Door: Sendable {
    /// What becomes of a request that was read.
    enum Admission {
        /// It is served; for a subscriber alone, if one is named.
        case admitted(subscriberId: String?)
        case refused(Response)
    }

    private let now: @Sendable () -> Double
    private let refusals = Mutex(RefusalCounter())

    /// `now` gives Unix seconds.
    init(now: @escaping @Sendable () -> Double) {
        self.now = now
    }

    /// How many clients are remembered for wrong credentials.
    var refusedClients: Int { refusals.withLock { $0.clients } }

    /// The answer to a request that is not let in, as far as its head tells.
    func refusal(_ head: RequestHead, _ route: Route, _ settings: Current<APISettings>.Snapshot) -> Response? {
        guard let scope = route.scope, !settings.access.isOpen else { return nil }
        return refusal(verdict(head, route, scope, settings), head, settings)
    }

    /// Looks at a request whose head was let in and whose body is there; what was reloaded meanwhile counts.
    func admit(_ request: Request, _ route: Route, _ settings: Current<APISettings>.Snapshot) -> Admission {
        let head = request.head
        guard let scope = route.scope, !settings.access.isOpen else { return .admitted(subscriberId: nil) }
        // The others were decided by the head; an Authorization leaves a signature without a say.
        guard route.isForSubscribers || route.takesSignatures && !head.headers.contains("authorization") else {
            return .admitted(subscriberId: nil)
        }
        let verdict = verdict(head, route, scope, settings)
        if let refusal = refusal(verdict, head, settings) { return .refused(refusal) }
        switch verdict {
        case .allowedFor(let subscriberId): return .admitted(subscriberId: subscriberId)
        case .allowedIfSigned:
            let signature = SignedRequest(head.headers)
            guard let fault = settings.access.fault(signature, request.body, at: now()) else {
                return .admitted(subscriberId: nil)
            }
            return .refused(refuse(head, fault, settings))
        case .allowed, .expired, .unknown, .forbidden: return .admitted(subscriberId: nil)
        }
    }

    private func verdict(
        _ head: RequestHead, _ route: Route, _ scope: Configuration.Scope, _ settings: Current<APISettings>.Snapshot
    ) -> AccessControl.Verdict {
        settings.access.verdict(
            Credentials(head.headers), scope, takesSignatures: route.takesSignatures,
            isForSubscribers: route.isForSubscribers, at: now())
    }

    private func refusal(
        _ verdict: AccessControl.Verdict, _ head: RequestHead, _ settings: Current<APISettings>.Snapshot
    ) -> Response? {
        switch verdict {
        case .allowed, .allowedFor, .allowedIfSigned: nil
        // Who has a secret that was right guesses none: it is told, however many others were wrong, and not counted.
        case .expired(let detail): Self.unauthorized(detail)
        case .unknown(let detail): refuse(head, detail, settings)
        case .forbidden(let detail): Response(Problem(status: 403, detail: detail))
        }
    }

    private static func unauthorized(_ detail: String) -> Response {
        Response(Problem(status: 401, detail: detail), headers: [("WWW-Authenticate", "Bearer")])
    }

    /// Refuses wrong credentials; who has shown many in a minute is told to wait, and nothing of what was wrong.
    private func refuse(
        _ head: RequestHead, _ detail: String, _ settings: Current<APISettings>.Snapshot
    ) -> Response {
        let client = settings.proxies.client(head)
        let pause = refusals.withLock { $0.refuse(client, at: now()) }
        guard let pause else { return Self.unauthorized(detail) }
        let seconds = max(1, Int(pause.rounded(.up)))
        let problem = Problem(
            status: 429, detail: "too many wrong credentials came from \(client); right ones are taken at once")
        return Response(problem, headers: [("Retry-After", "\(seconds)")])
    }
}
