/// What a status of a backend is in the stage list.
package enum StageMatch: Equatable, Sendable {
    /// A stage of the work, by its rank.
    case stage(rank: Int)
    /// A stage that ends.
    case terminal(Terminal)
    /// A word that is not listed.
    case unlisted
}
