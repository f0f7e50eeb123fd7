import Synchronization

/// What the loops of one server count together; read from any thread.
public final class ServerCounters: Sendable {
    /// Connections that are open, all loops together.
    let connections = Atomic<Int>(0)
    /// Requests that were handed over and are not answered.
    let exchanges = Atomic<Int>(0)
    /// Connections that were accepted so far, those that were turned away among them.
    let accepted = Atomic<UInt64>(0)
    /// Connections that were turned away, since as many were open as may be.
    let turnedAway = Atomic<UInt64>(0)
    /// Bytes that are held for connections: see `ServerLimits.heldBytes`.
    let held = Atomic<Int>(0)
    /// Requests and answers that were refused since too much was held.
    let withoutRoom = Atomic<UInt64>(0)
    /// Streamed answers that were cut, since their readers took too little.
    let tooSlow = Atomic<UInt64>(0)
    /// Streamed answers that were ended, since they had lasted as long as they might.
    let timedOut = Atomic<UInt64>(0)

    /// All at 0.
    public init() {}

    /// How many connections are open.
    public var openConnections: Int { connections.load(ordering: .relaxed) }

    /// How many requests were handed to the handler and are not answered.
    public var openExchanges: Int { exchanges.load(ordering: .relaxed) }

    /// How many connections were accepted so far, those that were turned away among them.
    public var acceptedConnections: UInt64 { accepted.load(ordering: .relaxed) }

    /// How many connections were turned away so far, since as many were open as may be.
    public var refusedConnections: UInt64 { turnedAway.load(ordering: .relaxed) }

    /// How many bytes are held for connections, of the `ServerLimits.heldBytes` that may be.
    public var heldBytes: Int { held.load(ordering: .relaxed) }

    /// How many requests were answered 503 so far, since too much was held for others or for themselves.
    public var requestsWithoutRoom: UInt64 { withoutRoom.load(ordering: .relaxed) }

    /// How many streamed answers were cut so far, since their readers took too little.
    public var slowStreams: UInt64 { tooSlow.load(ordering: .relaxed) }

    /// How many streamed answers were ended so far, since they had lasted as long as they might.
    public var expiredStreams: UInt64 { timedOut.load(ordering: .relaxed) }
}
