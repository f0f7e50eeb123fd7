/// What a body of `POST /faults` asks for.
enum FaultOrder: Equatable, Sendable {
    /// A fault for pushes to come.
    case plan(Fault)
    /// Another limit of streams for the connections that are open.
    case streams(Int)
    /// Whether connections are accepted.
    case accepting(Bool)
}
