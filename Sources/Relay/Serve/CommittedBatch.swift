import Dispatch

/// What a commit did, to be told once it is durable.
struct CommittedBatch: Sendable {
    /// The requests of it.
    let jobs: [Job]
    /// What became of them, and what is to be sent.
    let batch: Engine.Batch
    /// Who sends, by name.
    let senders: [String: RunningSender]
    /// When the engine began with it.
    let begin: DispatchTime
}
