/// What a running relay goes by: its configuration and all that is made of it, replaced whole.
struct RunningConfiguration: Sendable {
    /// What was read.
    let configuration: Configuration
    /// The senders by name.
    let senders: [String: RunningSender]
    /// What the engine goes by besides the rules.
    let engine: EngineSettings
    /// What the HTTP API goes by.
    let api: APISettings
}
