import HTTPServer
import JSON
import Synchronization
import Telemetry

/// Says in the log which requests were answered with a problem: 4xx at debug, 5xx at warning.
final class ProblemLog: Sendable {
    private let logger: Logger
    private let now: @Sendable () -> Double
    private let budget = Mutex(LineBudget())

    /// `now` gives Unix seconds.
    init(_ logger: Logger, now: @escaping @Sendable () -> Double) {
        self.logger = logger
        self.now = now
    }

    /// Takes note of an answer; `head` is nil where the request's could not be read.
    func note(_ response: Response, to head: RequestHead?, _ requestId: String, _ proxies: TrustedProxies) {
        guard Self.isProblem(response) else { return }
        let level: LogLevel = response.status >= 500 ? .warning : .debug
        guard logger.isEnabled(level), budget.withLock({ $0.takes(at: now()) }) else { return }
        var fields = [
            LogField("status", response.status), LogField("requestId", requestId),
            LogField("detail", Self.detail(of: response)),
        ]
        if let head {
            fields += [
                LogField("request", "\(head.method.name) \(head.path)"),
                LogField("client", proxies.client(head).description),
            ]
            fields += LogField.trace(TraceContext(head.headers))
        }
        logger.log(level, "a request was refused", fields)
    }

    /// Whether an answer is a problem.
    static func isProblem(_ response: Response) -> Bool {
        response.status >= 400 && response.contentType == MediaType.problem
    }

    private static func detail(of response: Response) -> String {
        var reader = JSONReader(response.body, limits: JSONLimits(textBytes: response.body.count))
        return (try? reader.readValue())?["detail"]?.stringValue ?? ""
    }
}
