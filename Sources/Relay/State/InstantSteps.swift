/// Instants told by the first of them and the whole milliseconds from each to the next, a third as long as they are.
enum InstantSteps {
    /// The milliseconds from each instant, Unix seconds, to the next; nil where that would not tell them exactly.
    static func steps(_ instants: [Double]) -> [Int]? {
        var steps: [Int] = []
        guard var last = instants.first.flatMap(milliseconds) else { return nil }
        steps.reserveCapacity(instants.count)
        for instant in instants.dropFirst() {
            guard let next = milliseconds(instant) else { return nil }
            steps.append(next - last)
            last = next
        }
        return steps
    }

    /// The instant so many milliseconds after another; nil where it is out of reach.
    static func instant(_ step: Int, after instant: Double) -> Double? {
        guard let before = milliseconds(instant) else { return nil }
        let (after, isTooMuch) = before.addingReportingOverflow(step)
        return isTooMuch || after.magnitude > mostMilliseconds ? nil : Double(after) / 1000
    }

    // Up to there a whole number of them is exact as a Double.
    private static let mostMilliseconds = 1_000_000_000_000_000

    private static func milliseconds(_ instant: Double) -> Int? {
        guard abs(instant) <= Double(mostMilliseconds) / 1000 else { return nil }
        let milliseconds = Int((instant * 1000).rounded())
        return Double(milliseconds) / 1000 == instant ? milliseconds : nil
    }
}
