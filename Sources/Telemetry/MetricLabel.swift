/// The values of a metric's label where all are known beforehand: an enumeration numbered from 0 without a gap.
public protocol MetricLabel: CaseIterable, RawRepresentable, Sendable where RawValue == Int {
    /// The label's value as it is written; the case's name unless it says otherwise.
    var word: String { get }
}

extension MetricLabel {
    /// The case's name.
    public var word: String { "\(self)" }
}
