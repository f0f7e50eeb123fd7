/// A request that came while others of its token were under way.
///
/// Who sent it may have given those up before, on a connection that was not read since: it counts once that is read.
struct Overlap: Sendable {
    /// The numbers of those others.
    private(set) var earlier: [Int]

    /// How many were under way with it.
    var count: Int { earlier.count + 1 }

    /// The client gave that one up.
    mutating func givenUp(_ number: Int) { earlier.removeAll { $0 == number } }
}
