/// What an APNs simulator counted.
struct SimulatorCounts {
    /// Pushes that were taken.
    var accepted: Int
    /// Pushes that were not.
    var refused: Int
    /// What devices objected to.
    var objections: Int
}
