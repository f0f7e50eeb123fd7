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

    /// The instants that so many milliseconds lead to, one after the other; nil where one is out of reach.
    static func instants(_ steps: [Int], after first: Double?) -> [Double]? {
        guard !steps.isEmpty else { return [] }
        guard var last = first.flatMap(milliseconds) else { return nil }
        var instants: [Double] = []
        instants.reserveCapacity(steps.count)
        for step in steps {
            let (next, isTooMuch) = last.addingReportingOverflow(step)
            guard !isTooMuch, next.magnitude <= mostMilliseconds else { return nil }
            instants.append(Double(next) / 1000)
            last = next
        }
        return instants
    }

    // Up to there a whole number of them is exact as a Double.
    private static let mostMilliseconds = 1_000_000_000_000_000

    private static func milliseconds(_ instant: Double) -> Int? {
        guard abs(instant) <= Double(mostMilliseconds) / 1000 else { return nil }
        let milliseconds = Int((instant * 1000).rounded())
        return Double(milliseconds) / 1000 == instant ? milliseconds : nil
    }
}
