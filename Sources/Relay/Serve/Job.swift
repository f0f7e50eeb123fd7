import HTTPServer

/// A request on its way through the engine.
struct Job: Sendable {
    let command: Command
    /// Where its answer goes.
    let pending: PendingAnswer
    /// Makes the answer of the engine's reply.
    let render: @Sendable (Reply) -> Response?
}
