import HTTPServer
import Telemetry

/// Counts the answers to requests and says them in the log: refusals as `ProblemLog` does, all others at debug.
final class RequestLog: Sendable {
    private let counters: RequestCounters
    private let problems: ProblemLog
    private let logger: Logger

    /// `now` gives Unix seconds.
    init(_ counters: RequestCounters, _ logger: Logger, now: @escaping @Sendable () -> Double) {
        self.counters = counters
        self.logger = logger
        problems = ProblemLog(logger, now: now)
    }

    /// Takes note of an answer; `head` is nil where the request's could not be read, `route` where there is none.
    func note(
        _ response: Response, to head: RequestHead?, _ route: Route?, _ requestId: String, _ proxies: TrustedProxies
    ) {
        counters.count(route, response.status)
        if ProblemLog.isProblem(response) {
            problems.note(response, to: head, requestId, proxies)
        } else if let head, logger.isEnabled(.debug) {
            let fields = [
                LogField("status", response.status), LogField("requestId", requestId),
                LogField("request", "\(head.method.name) \(head.path)"),
                LogField("client", proxies.client(head).description),
            ]
            logger.log(.debug, "a request was answered", fields + LogField.trace(TraceContext(head.headers)))
        }
    }
}
