/// What the engine says to a command.
enum Reply {
    /// To events: one for each.
    case answers([Result<Answer, Problem>])
    /// To a deletion.
    case deleted(Result<Void, Problem>)
    /// To a registration: as it is now, and whether its key is new.
    case registered(Result<(registration: Registration, isNew: Bool), Problem>)
    /// To the end of a registration: whether there was one.
    case unregistered(Bool)
    /// To outcomes.
    case none
}
