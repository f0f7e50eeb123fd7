import Synchronization

/// How values spread over fixed buckets, noted from any thread.
public final class Histogram: Sendable {
    /// What was noted up to a moment.
    public struct Snapshot: Equatable, Sendable {
        /// The highest value of each bucket but the last, which takes all the rest.
        public var bounds: [Double]
        /// How many values fell into each bucket; one more than there are bounds.
        public var counts: [UInt64]
        /// The sum of all values, in their unit.
        public var sum: Double

        /// How many values there were.
        public var count: UInt64 { counts.reduce(0, +) }
    }

    /// Bounds in seconds that fit what takes from 0.1 ms to 10 s.
    public static let secondsBounds = [
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    /// The highest value of each bucket but the last, rising.
    public let bounds: [Double]

    private let counters: [Counter]
    private let sumBits = Atomic<UInt64>(Double(0).bitPattern)

    /// Makes an empty histogram; the bounds are sorted, and those that are equal or no number dropped.
    public init(bounds: [Double] = secondsBounds) {
        self.bounds = Set(bounds.filter { !$0.isNaN }).sorted()
        counters = (0...self.bounds.count).map { _ in Counter() }
    }

    /// Notes a value; one that is not a number is dropped.
    public func observe(_ value: Double) {
        guard !value.isNaN else { return }
        // There are few bounds, and most values are small.
        counters[bounds.firstIndex { value <= $0 } ?? bounds.count].add()
        addToSum(value)
    }

    private func addToSum(_ value: Double) {
        var before = sumBits.load(ordering: .relaxed)
        while true {
            let after = (Double(bitPattern: before) + value).bitPattern
            let result = sumBits.weakCompareExchange(expected: before, desired: after, ordering: .relaxed)
            if result.exchanged { return }
            before = result.original
        }
    }

    /// What was noted so far; values noted meanwhile may be in one part of it and not yet in the other.
    public var snapshot: Snapshot {
        Snapshot(
            bounds: bounds, counts: counters.map(\.value), sum: Double(bitPattern: sumBits.load(ordering: .relaxed)))
    }
}
