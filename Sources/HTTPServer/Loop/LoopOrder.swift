/// What other threads ask of a loop, answers apart.
enum LoopOrder: Sendable {
    /// Serve a connection that another loop has accepted; the descriptor is handed over.
    case adopt(Int32, PeerAddress)
    /// Accept on a listening socket, the descriptor is handed over, and spread the connections over these loops.
    case accept(Int32, peers: [EventLoop])
    /// Close the listening sockets, then call.
    case stopAccepting(@Sendable () -> Void)
    /// Announce the end in every answer; after so many nanoseconds close what is idle; call when none is left.
    case drain(Int64, @Sendable () -> Void)
    /// Close everything; call once the loop is gone.
    case shutdown(@Sendable () -> Void)
}
