/// What an event costs.
struct SchedulerCost {
    /// Where nothing is due and nothing is moved.
    var without: Timing
    /// Where its activity's due instant moves, and what is due is taken and moved on.
    var with: Timing

    /// The share of time.
    var added: Timing {
        Timing(elapsed: with.elapsed - without.elapsed, cpu: with.cpu - without.cpu)
    }
}
