/// What the engine says to a command.
enum Reply {
    /// To events: one for each.
    case answers([Result<Answer, Problem>])
    /// To a deletion.
    case deleted(Result<Void, Problem>)
    /// To outcomes.
    case none
}
