import HTTPServer
import Telemetry

extension TraceContext {
    /// Of a request's header; nil where it tells of no trace, or of none that is valid.
    init?(_ headers: HeaderFields) {
        guard let parent = headers["traceparent"] else { return nil }
        self.init(traceparent: parent, tracestate: headers["tracestate"])
    }
}

extension LogField {
    /// The trace that something belongs to; none where there is no trace.
    static func trace(_ context: TraceContext?) -> [LogField] {
        context.map { [LogField("trace", $0.traceId)] } ?? []
    }
}
