package import ActivityResolver
import JSON
import Synchronization
import Telemetry

/// Posts each push as JSON, signed as Standard Webhooks 1.0.0 say, to one URL.
public final class WebhookSender: Sender {
    private let settings: WebhookSettings
    private let now: @Sendable () -> Double
    private let transport = Mutex<CurlTransport?>(nil)

    /// A sender of these settings; `now` gives Unix seconds.
    public init(_ settings: WebhookSettings, now: @escaping @Sendable () -> Double) {
        self.settings = settings
        self.now = now
    }

    /// Nobody knows what its receiver re-renders.
    package var kind: TargetKind { .plain }

    /// There is no card behind a webhook.
    public var takesStartTokens: Bool { false }

    /// Starts its transport.
    public func start(report: @escaping @Sendable ([PushResult]) -> Void) throws {
        let transport = try CurlTransport(
            settings.connection,
            compose: { [settings, now] push, request in Self.compose(push, at: now(), settings, &request) },
            report: { finished in
                report(finished.map(Self.result))
            })
        self.transport.withLock { $0 = transport }
    }

    /// Submits the pushes to its transport.
    public func send(_ pushes: [Push]) {
        transport.withLock { $0 }?.submit(pushes)
    }

    /// The request as it would be sent now.
    public func preview(_ push: Push) -> String {
        var request = OutgoingRequest()
        Self.compose(push, at: now(), settings, &request)
        return RequestPreview.text(request, settings.connection)
    }

    /// Stops its transport.
    public func stop(within seconds: Double) {
        transport.withLock { $0 }?.stop(within: seconds)
    }

    /// Waits for its transport.
    public func waitUntilStopped() {
        transport.withLock { $0 }?.waitUntilStopped()
    }

    /// How many connections were made so far.
    public var connectionsMade: Int { transport.withLock { $0 }?.connectionsMade ?? 0 }

    private static func result(_ finished: CurlTransport.Finished) -> PushResult {
        PushResult(
            push: finished.push, outcome: WebhookVerdict.outcome(of: finished.result),
            status: finished.result.answeredStatus, idField: .webhookId)
    }

    private static func compose(
        _ push: Push, at now: Double, _ settings: WebhookSettings, _ request: inout OutgoingRequest
    ) {
        var writer = JSONWriter(capacity: 768)
        writer.push(push.asOf(now))
        request.body = writer.take()
        let id = push.id(for: .webhookId)
        let timestamp = Int(now)
        request.header("Content-Type", "application/json")
        request.header("webhook-id", id)
        request.header("webhook-timestamp", String(timestamp))
        let signatures = settings.secrets.compactMap {
            try? $0.signature(id: id, timestamp: timestamp, body: request.body)
        }
        request.header("webhook-signature", signatures.joined(separator: " "))
        guard let trace = push.trace else { return }
        request.header("traceparent", trace.parent(of: push.identity))
        if let state = trace.state { request.header("tracestate", state) }
    }
}
