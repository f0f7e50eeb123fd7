/// All that the resolver goes by: numbers, stages and words.
package struct Rules: Equatable, Sendable {
    /// The numbers.
    package var policy: Policy
    /// The stages and the words that stand for them.
    package var stages: StageList
    /// The words for a place in line.
    package var queueLabel: QueueLabel
    /// The words while paused; nil leaves the label as it is (T5).
    package var pausedLabel: String?

    /// Rules of these parts; the defaults are the contract's.
    package init(
        policy: Policy = Policy(), stages: StageList = .standard,
        queueLabel: QueueLabel = QueueLabel("You're #{position} in line"), pausedLabel: String? = "Paused"
    ) {
        self.policy = policy
        self.stages = stages
        self.queueLabel = queueLabel
        self.pausedLabel = pausedLabel
    }
}
