/// A request that came while others of its token were under way on other connections.
///
/// Who sent it may have given those up before, on a connection that was not read since: it counts once that is read.
struct Overlap: Sendable {
    /// How many were under way on its own connection, with it: there the order is known.
    let own: Int
    /// The numbers of those on others.
    private(set) var others: [Int]

    /// A request that came by that connection beside these.
    init(_ requests: [RequestUnderWay], on connection: Int) {
        own = 1 + requests.count { $0.connection == connection }
        others = requests.filter { $0.connection != connection }.map(\.number)
    }

    /// How many were under way with it.
    var count: Int { own + others.count }

    /// The client gave that one up.
    mutating func givenUp(_ number: Int) { others.removeAll { $0 == number } }
}
