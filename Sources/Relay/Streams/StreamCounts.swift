/// How many read streams, and how many of them were cut so far.
struct StreamCounts: Equatable {
    /// Those who read.
    var open = 0
    /// Those whom more came for than is kept, or whose activity was forgotten, before they were told the current state.
    var behind: UInt64 = 0
    /// Those whose token was taken away.
    var revoked: UInt64 = 0
}
