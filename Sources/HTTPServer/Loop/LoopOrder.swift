/// What other threads ask of a loop, answers apart.
enum LoopOrder: Sendable {
    /// Serve a connection that another loop has accepted; the descriptor is handed over.
    case adopt(Int32, PeerAddress)
    /// Accept on a listening socket, the descriptor is handed over, and spread the connections over these loops.
    case accept(Int32, peers: [EventLoop])
    /// Close the listening sockets, then call.
    case stopAccepting(@Sendable () -> Void)
    /// Announce the end in every answer, and say that this has begun; after so many nanoseconds close what is idle;
    /// say when no connection is left.
    case drain(Int64, hasBegun: @Sendable () -> Void, isEmpty: @Sendable () -> Void)
    /// Close everything; call once the loop is gone.
    case shutdown(@Sendable () -> Void)

    /// Ends an order that comes after the loop's end: nobody must wait for it, no descriptor must stay open.
    func dismiss() {
        switch self {
        case .adopt(let number, _), .accept(let number, _): _ = FileDescriptor(number)
        case .stopAccepting(let call), .shutdown(let call): call()
        case .drain(_, let hasBegun, let isEmpty):
            hasBegun()
            isEmpty()
        }
    }
}
