/// Counters of one metric, one for each pair of values of two labels; all begin at 0.
public struct CounterGrid<Row: MetricLabel, Column: MetricLabel>: Sendable {
    private let counters = Row.allCases.map { _ in LabelledCounters<Column>() }

    /// Makes them.
    public init() {}

    /// The counter of those values.
    public subscript(row: Row, column: Column) -> Counter { counters[row.rawValue][column] }

    /// What was counted so far, row by row.
    public var counts: [(row: String, column: String, count: UInt64)] {
        Row.allCases.flatMap { row in counters[row.rawValue].counts.map { (row.word, $0.word, $0.count) } }
    }
}
