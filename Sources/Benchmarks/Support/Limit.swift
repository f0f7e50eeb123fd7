/// What is to be reached, and whether it is.
struct Limit {
    /// The limit as it is printed.
    var text: String
    var isReached: Bool

    /// The value is to be that much or more.
    static func atLeast(_ limit: Double, _ value: Double) -> Limit {
        Limit(text: "≥ \(Number.text(limit, digits: 2))", isReached: value >= limit)
    }

    /// The value is to be that much or less.
    static func atMost(_ limit: Double, _ value: Double, unit: String = "") -> Limit {
        Limit(text: "≤ \(Number.text(limit, digits: unit.isEmpty ? 2 : 0))\(unit)", isReached: value <= limit)
    }

    /// There is to be none.
    static func none(_ count: Int) -> Limit {
        Limit(text: "0", isReached: count == 0)
    }
}
