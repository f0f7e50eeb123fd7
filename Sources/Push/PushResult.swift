/// A push and what became of it.
public struct PushResult: Equatable, Sendable {
    /// The push as it was taken.
    public var push: Push
    /// What became of it.
    public var outcome: Outcome

    /// A result.
    public init(push: Push, outcome: Outcome) {
        self.push = push
        self.outcome = outcome
    }
}
