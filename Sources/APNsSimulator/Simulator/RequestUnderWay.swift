/// A request that is not answered yet.
struct RequestUnderWay: Sendable {
    /// Its own number.
    var number: Int
    /// That of its connection.
    var connection: Int
}
