import HTTPServer
import Telemetry

/// A request on its way through the engine.
struct Job: Sendable {
    let command: Command
    /// Where its answer goes.
    let pending: PendingAnswer
    /// The trace that it belongs to, if its caller has one.
    let trace: TraceContext?
    /// Makes the answer of the engine's reply.
    let render: @Sendable (Reply) -> Response?
}
