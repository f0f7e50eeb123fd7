/// One who follows activities; `Handle` is where its answer goes.
struct StreamReader<Handle: Sendable>: Sendable {
    /// What it follows.
    let topic: StreamTopic
    /// Whose activities alone it may see; nil: it may see all.
    let subscriberId: String?
    let handle: Handle
    /// Whether it may read on by what the relay goes by now.
    let isAllowed: @Sendable (AccessControl) -> Bool
    /// What came before it was told the current state; nil once it was.
    var backlog: [(message: StreamMessage, isLast: Bool)]? = []
    /// Whether more came meanwhile than is kept.
    var isCut = false
}
