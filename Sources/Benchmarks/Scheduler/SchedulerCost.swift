/// What an event costs, ns.
struct SchedulerCost {
    /// Where nothing is due and nothing is moved.
    var without: Double
    /// Where its activity's due instant moves, and what is due is taken and moved on.
    var with: Double

    /// The share of time.
    var added: Double { with - without }
}
