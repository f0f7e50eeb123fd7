import Testing

/// Something that must hold of whatever comes of a history.
struct Check: Sendable, CustomTestStringConvertible {
    /// What must hold.
    let name: String
    /// The rules that say so.
    let rules: String
    /// What is wrong, and where; nil: nothing.
    let fault: @Sendable (Trace) -> String?

    var testDescription: String { "\(name) (\(rules))" }

    /// All of them.
    static let all = [
        progressNeverFalls, stageNeverFalls, timeIsNotDone, finalizingWaits, queueIsBare, datesAreAhead, endIsTheEnd,
        runsAreApart, oneLives, distanceIsKept, budgetIsKept, lastStateArrives, alertsArrive,
    ]
}
