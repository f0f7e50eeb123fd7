/// An objection with the push that it is about.
struct ObjectionEntry: Sendable {
    /// When the push came, Unix seconds.
    var at: Double
    /// The number of its connection.
    var connection: Int
    /// Its token.
    var token: String
    /// Its id, if it has one.
    var apnsId: String?
    /// The objection.
    var objection: Objection
}
