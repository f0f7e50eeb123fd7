/// One connection's protocol: what its bytes mean, in which order answers go out, when it pauses, ends, is too slow.
///
/// A value without I/O. Instants are nanoseconds of a monotonic clock; the owner reads, writes and asks the handler.
struct ConnectionMachine: Sendable {
    /// What the owner must do next.
    enum Action: Sendable {
        /// Nothing, until more bytes come or it may go on.
        case wait
        /// Ask the handler about this head and call `decided`.
        case decide(RequestHead)
        /// Hand over this request; its answer comes by `answer` with this number.
        case handle(Request, number: UInt32)
        /// Make an answer to this fault and call `refused`.
        case refuse(RequestFault)
        /// Close the connection.
        case close
    }

    enum Phase: Sendable, Equatable {
        /// Requests are read.
        case open
        /// No further request is read; what is under way is still answered and written.
        case ending
        /// Everything is written and the write side shut; what the peer still sends is dropped.
        case lingering
    }

    let limits: ConnectionLimits
    var parser: RequestParser
    var phase = Phase.open
    var output = OutputBuffer()
    var deadlines: Deadlines

    /// The requests that are not yet answered on the wire, oldest first, and the number of the first.
    var slots: [Slot] = []
    var firstNumber: UInt32 = 0
    /// Answers that came before their turn.
    var early: [EarlyAnswer] = []
    /// The answer to the oldest request while it comes piece by piece.
    var stream: OutgoingStream?
    var bytesInFlight = 0
    /// Whether nothing is to be read after the request that is being read before that is answered.
    var nextGoesAlone = false
    /// How many bytes it may hold now, with a view to what other connections hold.
    var allowance = Int.max
    /// Whether `100 Continue` is to be sent as soon as all earlier requests are answered.
    var owesContinue = false
    /// Whether the peer has shut its write side.
    var peerHasEnded = false
    /// Whether the server is about to stop, so that answers announce the end of the connection.
    var isDraining = false
    var lingered = 0

    init(limits: ConnectionLimits, peer: PeerAddress, now: Int64) {
        self.limits = limits
        parser = RequestParser(maximumHeadBytes: limits.headBytes, maximumFields: limits.headerFields, peer: peer)
        deadlines = Deadlines(reading: now + limits.idle)
    }

    /// Whether no bytes are to be read now because enough is under way.
    var isPaused: Bool {
        phase == .open
            && (slots.count >= limits.requestsInFlight || bytesInFlight >= limits.bytesInFlight
                || waitingBytes >= min(limits.outgoingBytes, allowance) || isStreaming
                || slots.last?.goesAlone ?? false)
    }

    /// Whether the owner should read from the peer.
    var wantsToRead: Bool {
        switch phase {
        case .open: !isPaused && !peerHasEnded
        case .ending: false
        case .lingering: true
        }
    }

    /// How many requests the handler has not begun to answer.
    var unanswered: Int { slots.count - early.count - (stream == nil ? 0 : 1) }

    /// Whether the connection has nothing under way.
    var isIdle: Bool {
        phase == .open && slots.isEmpty && output.isEmpty && !parser.isInBody && !parser.isInHead
    }

    /// Reads on from `position`. To be called again after each action but `.wait` and `.close`.
    mutating func receive(_ input: borrowing Span<UInt8>, _ position: inout Int, now: Int64) -> Action {
        if phase == .lingering { return linger(input, &position) }
        while phase == .open, !isPaused {
            guard let event = parser.next(input, &position) else { break }
            if let action = action(for: event) { return action }
        }
        if phase != .open { position = input.count }
        awaitMore(now)
        return .wait
    }

    private mutating func action(for event: RequestParser.Event) -> Action? {
        deadlines.forgetReading()
        switch event {
        case .head(let head):
            if head.method == .other {
                return .refuse(RequestFault(501, "This method is not known here.", isFatal: false))
            }
            if head.expectsUnknown {
                return .refuse(RequestFault(417, "The only expectation known here is 100-continue.", isFatal: false))
            }
            return .decide(head)
        case .request(let request):
            owesContinue = false
            return .handle(request, number: open(request.head, bodyBytes: request.body.count))
        case .fault(let fault):
            return .refuse(fault)
        case .skipped:
            return nil
        case .unskippable:
            end()
            return nil
        }
    }

    /// Bytes that come after the last answer are dropped within a bound.
    private mutating func linger(_ input: borrowing Span<UInt8>, _ position: inout Int) -> Action {
        lingered += input.count - position
        position = input.count
        return lingered > limits.lingerBytes ? .close : .wait
    }

    /// The peer has shut its write side. What it has sent whole is still answered.
    mutating func peerEnded() -> Action {
        peerHasEnded = true
        deadlines.forgetReading()
        if phase == .lingering { return .close }
        guard phase == .open else { return .wait }
        if parser.isInHead || parser.isInBody && !parser.isSkipping {
            return .refuse(.malformed("The connection ended within the request."))
        }
        return slots.isEmpty && output.isEmpty ? .close : .wait
    }

    /// Gives a request its place in the order of answers.
    private mutating func open(_ head: RequestHead, bodyBytes: Int) -> UInt32 {
        slots.append(
            Slot(
                omitsBody: head.method == .head, isVersion10: head.isVersion10,
                saysKeepAlive: head.isVersion10 && head.keepAlive, isLast: !head.keepAlive, bodyBytes: bodyBytes,
                headBytes: head.headers.byteCount, goesAlone: nextGoesAlone))
        bytesInFlight += bodyBytes
        if !head.keepAlive { end() }
        return firstNumber &+ UInt32(slots.count - 1)
    }

    /// No further request is read.
    mutating func end() {
        if phase == .open { phase = .ending }
        parser.stop()
        owesContinue = false
        deadlines.forgetReading()
    }
}
