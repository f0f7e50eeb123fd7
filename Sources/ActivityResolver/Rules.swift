/// All that the resolver goes by: numbers, stages and words.
public struct Rules: Equatable, Sendable {
    /// The numbers.
    public var policy: Policy
    /// The stages and the words that stand for them.
    public var stages: StageList
    /// The words for a place in line.
    public var queueLabel: QueueLabel
    /// The words while paused; nil leaves the label as it is (T5).
    public var pausedLabel: String?

    /// Rules of these parts; the defaults are the contract's.
    public init(
        policy: Policy = Policy(), stages: StageList = .standard,
        queueLabel: QueueLabel = QueueLabel("You're #{position} in line"), pausedLabel: String? = "Paused"
    ) {
        self.policy = policy
        self.stages = stages
        self.queueLabel = queueLabel
        self.pausedLabel = pausedLabel
    }
}
