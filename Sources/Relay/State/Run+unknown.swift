import ActivityResolver

extension Run {
    /// A run of which nothing is known.
    static let unknown = Run(startedAt: 0, startedAtTold: 0, isRestart: false, receivedAt: 0)
}
