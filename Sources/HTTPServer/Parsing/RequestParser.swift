/// Reads requests from a connection's bytes (RFC 9112), whatever pieces they come in. A value; no I/O.
///
/// After each `.head` the caller says what becomes of the body: `accept(maximumBodyBytes:)` or `skipBody(maximum:)`.
struct RequestParser: Sendable {
    /// What was found next.
    enum Event: Sendable {
        /// A head; its body is to be decided on.
        case head(RequestHead)
        /// A request is whole.
        case request(Request)
        /// The body to be skipped is passed; a next request may follow.
        case skipped
        /// The body to be skipped is too long or broken: nothing after it can be read.
        case unskippable
        /// The request is refused. If fatal, nothing after it can be read; if not, its body is to be decided on anew.
        case fault(RequestFault)
    }

    private enum Stage: Sendable {
        case head
        case undecided(RequestHead)
        case tooLong(RequestHead, maximum: Int)
        case body(RequestHead)
        case skipping
        case stopped
    }

    private let maximumHeadBytes: Int
    private var headParser: HeadParser
    private var body: BodyReader?
    private var stage = Stage.head

    init(maximumHeadBytes: Int, maximumFields: Int, peer: PeerAddress) {
        self.maximumHeadBytes = maximumHeadBytes
        headParser = HeadParser(maximumBytes: maximumHeadBytes, maximumFields: maximumFields, peer: peer)
    }

    /// Whether a head was read and its body not yet to its end.
    var isInBody: Bool {
        switch stage {
        case .head, .stopped: false
        case .undecided, .tooLong, .body, .skipping: true
        }
    }

    /// Whether a part of a head, and no more, was read.
    var isInHead: Bool {
        if case .head = stage { headParser.hasBegun } else { false }
    }

    /// Whether a body is being passed over whose request is already answered.
    var isSkipping: Bool {
        if case .skipping = stage { true } else { false }
    }

    /// How many bytes it holds of the request that is being read, or is bound to hold.
    var heldBytes: Int {
        switch stage {
        case .head: headParser.heldBytes
        case .undecided(let head), .tooLong(let head, _): head.headers.byteCount
        case .body(let head): head.headers.byteCount + (body?.heldBytes ?? 0)
        case .skipping, .stopped: 0
        }
    }

    /// How many of them nobody was asked for.
    var unaskedBytes: Int {
        switch stage {
        case .head: headParser.heldBytes
        case .body: body?.unpromisedBytes ?? 0
        case .undecided, .tooLong, .skipping, .stopped: 0
        }
    }

    /// The head whose body is to be decided on.
    var undecidedHead: RequestHead? {
        if case .undecided(let head) = stage { head } else { nil }
    }

    /// The head of the request whose body is being read.
    var head: RequestHead? {
        switch stage {
        case .undecided(let head), .tooLong(let head, _), .body(let head): head
        case .head, .skipping, .stopped: nil
        }
    }

    /// The method of the request that is being read, as far as known.
    var method: HTTPMethod? {
        switch stage {
        case .head: headParser.method
        case .undecided(let head), .tooLong(let head, _), .body(let head): head.method
        case .skipping, .stopped: nil
        }
    }

    /// Reads on from `position`; nil if all was read and more must come.
    mutating func next(_ input: borrowing Span<UInt8>, _ position: inout Int) -> Event? {
        switch stage {
        case .head: nextHead(input, &position)
        case .body(let head): nextBody(of: head, input, &position)
        case .skipping: nextSkipped(input, &position)
        case .tooLong(let head, let maximum): refuseLength(of: head, maximum)
        case .undecided, .stopped: nil
        }
    }

    /// The body of the head just found is wanted, up to so many bytes.
    mutating func accept(maximumBodyBytes maximum: Int) {
        guard case .undecided(let head) = stage else { return }
        guard head.contentLength ?? 0 <= maximum else {
            stage = .tooLong(head, maximum: maximum)
            return
        }
        body = BodyReader(head, maximum: maximum, keeps: true, maximumTrailerBytes: maximumHeadBytes)
        stage = .body(head)
    }

    /// The body of the head just found is not wanted; false if it is longer than what would be read and dropped.
    mutating func skipBody(maximum: Int) -> Bool {
        guard case .undecided(let head) = stage, head.contentLength ?? 0 <= maximum else {
            stop()
            return false
        }
        body = BodyReader(head, maximum: maximum, keeps: false, maximumTrailerBytes: maximumHeadBytes)
        stage = head.announcesBody ? .skipping : .head
        return true
    }

    /// Nothing is read any more.
    mutating func stop() {
        stage = .stopped
        body = nil
    }

    private mutating func nextHead(_ input: borrowing Span<UInt8>, _ position: inout Int) -> Event? {
        do {
            guard position < input.count, let head = try headParser.next(input, &position) else { return nil }
            stage = .undecided(head)
            return .head(head)
        } catch {
            return .fault(error)
        }
    }

    private mutating func nextBody(
        of head: RequestHead, _ input: borrowing Span<UInt8>, _ position: inout Int
    ) -> Event? {
        do {
            guard let bytes = try body?.next(input, &position) else { return nil }
            body = nil
            stage = .head
            return .request(Request(head: head, body: bytes))
        } catch {
            return .fault(error)
        }
    }

    private mutating func nextSkipped(_ input: borrowing Span<UInt8>, _ position: inout Int) -> Event? {
        do {
            guard try body?.next(input, &position) != nil else { return nil }
            body = nil
            stage = .head
            return .skipped
        } catch {
            stop()
            return .unskippable
        }
    }

    private mutating func refuseLength(of head: RequestHead, _ maximum: Int) -> Event {
        stage = .undecided(head)
        return .fault(RequestFault(413, "The body is longer than \(maximum) bytes.", isFatal: false))
    }
}
