/// Counters of one metric, one for each value of a label; all begin at 0.
public struct LabelledCounters<Label: MetricLabel>: Sendable {
    private let counters = Label.allCases.map { _ in Counter() }

    /// Makes them.
    public init() {}

    /// The counter of that value.
    public subscript(label: Label) -> Counter { counters[label.rawValue] }

    /// What was counted so far, in the order of the values.
    public var counts: [(word: String, count: UInt64)] {
        Label.allCases.map { ($0.word, self[$0].value) }
    }
}
