/// What the control port wants done to the connections.
enum ControlAction: Equatable, Sendable {
    /// Another limit of streams for those that are open.
    case streams(Int)
    /// Whether connections are accepted.
    case accepting(Bool)
}
