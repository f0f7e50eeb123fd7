import CNGHTTP2
import HTTPServer

/// A connection to the push port: its socket, its TLS, its HTTP/2 and the requests on it.
final class PushConnection {
    /// How much output is gathered before it is written.
    private static let outputBytes = 64 * 1024
    /// How often a connection is read in one round, so that the others get their turn.
    private static let readsPerRound = 16
    /// A body of which more has come is answered before its end, bytes.
    private static let hopelessBody = 64 * 1024

    let ticket: Ticket
    private let socket: FileDescriptor
    private let tls: TLSStream
    private var session: HTTP2Session?
    private unowned let loop: PushLoop
    private(set) var state: ConnectionState
    /// When it was accepted, by the loop's monotonic clock, nanoseconds.
    let acceptedAt: Int64

    private var exchanges: [PushExchange] = []
    private var spares: [PushExchange] = []
    /// The exchange whose fields are coming.
    private var current: PushExchange?
    private var output = OutputBuffer()
    private var resets: ResetWindow
    /// Whether more streams were permitted than at the start.
    private var isOpenedUp = false
    private var closesWhenWritten = false
    /// Whether the socket is watched for room to write.
    private var waitsForRoom = false
    /// Whether it is to be closed without another word.
    private(set) var isDead = false
    /// Whether the client has closed it.
    private var wasLeft = false
    /// The stream that the client has reset last.
    private var streamGivenUp: Int32?
    /// Whether not even TLS is told of the end.
    private var isAbrupt = false

    init?(_ socket: consuming FileDescriptor, _ ticket: Ticket, _ loop: PushLoop, _ state: ConnectionState) {
        guard let tls = TLSStream(loop.tls, socket: socket.number) else { return nil }
        self.socket = socket
        self.tls = tls
        self.ticket = ticket
        self.loop = loop
        self.state = state
        acceptedAt = loop.monotonic
        resets = ResetWindow(most: loop.limits.resetsPerSecond)
    }

    /// The socket's number.
    var descriptor: Int32 { socket.number }

    /// Whether TLS is not yet agreed upon.
    var isShakingHands: Bool { session == nil }

    // MARK: Reading

    /// Reads what has come and writes what follows; whether there may be more to read.
    func serve() -> Bool {
        if waitsForRoom, session != nil { flush() }
        guard !isDead else { return false }
        var isMore = false
        if session != nil || shakeHands() { isMore = read() }
        if !isDead { flush() }
        return isMore && !isDead && !waitsForRoom
    }

    private func shakeHands() -> Bool {
        switch tls.handshake() {
        case .done:
            guard tls.speaksHTTP2, let session = HTTP2Session(self, streams: loop.limits.firstStreams) else { break }
            self.session = session
            watch(forRoom: false)
            return true
        case .wantsRead:
            watch(forRoom: false)
            return false
        case .wantsWrite:
            watch(forRoom: true)
            return false
        case .ended: break
        }
        isDead = true
        return false
    }

    private func read() -> Bool {
        for _ in 0..<Self.readsPerRound {
            // Who does not read its answers is not read either.
            guard !waitsForRoom, !isDead else { return false }
            switch tls.read(loop.readBuffer) {
            case .done(let count):
                // Nothing in it came before it was there.
                loop.tell()
                let bytes = UnsafeBufferPointer(start: loop.readBuffer.baseAddress, count: count)
                if session?.receive(bytes) != true { isDead = true }
            case .wantsRead: return false
            case .wantsWrite:
                watch(forRoom: true)
                return false
            case .ended:
                wasLeft = true
                isDead = true
                return false
            }
        }
        return true
    }

    // MARK: Writing

    /// Writes what there is to write.
    func flush() {
        guard let session else { return }
        while true {
            while output.count < Self.outputBytes, let piece = session.nextOutput() { output.append(piece) }
            guard output.count > 0 else { break }
            switch output.use({ tls.write($0) }) {
            case .done(let count): output.drop(count)
            case .wantsWrite: return watch(forRoom: true)
            case .wantsRead: return
            case .ended:
                isDead = true
                return
            }
        }
        watch(forRoom: false)
        if closesWhenWritten || session.isDone { isDead = true }
    }

    private func watch(forRoom: Bool) {
        guard forRoom != waitsForRoom else { return }
        waitsForRoom = forRoom
        loop.watch(self, forRoom: forRoom)
    }

    // MARK: What the session tells

    /// The fields of a request begin to come, or what else stands behind its body.
    func beginFields(_ stream: Int32, isRequest: Bool) {
        guard isRequest else {
            current = nil
            return
        }
        let exchange = spares.popLast() ?? makeExchange()
        exchange.open(stream)
        current = exchange
        session?.bind(exchange)
    }

    private func makeExchange() -> PushExchange {
        let exchange = PushExchange()
        exchanges.append(exchange)
        return exchange
    }

    /// A field has come; false where there are too many.
    func take(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let current else { return true }
        current.request.add(name, value)
        return !current.request.isHeadTooLarge
    }

    /// All fields have come.
    func fieldsEnded(_ stream: Int32, isEnd: Bool) {
        if let current, current.stream == stream {
            current.target = loop.simulator.begin(current.request, on: &state)
            self.current = nil
        }
        if isEnd { requestEnded(stream) }
    }

    /// A piece of a body has come.
    func take(_ piece: UnsafeBufferPointer<UInt8>, of stream: Int32) {
        guard let exchange = session?.exchange(of: stream) else { return }
        exchange.request.addBody(piece)
        if exchange.request.bodyBytes > Self.hopelessBody { decide(exchange) }
    }

    /// A request is there as a whole.
    func requestEnded(_ stream: Int32) {
        if let exchange = session?.exchange(of: stream) { decide(exchange) }
    }

    /// A stream was refused, since there may not be so many yet.
    func streamRefused() { loop.simulator.streamRefused() }

    /// The client has reset a stream, which is closed by it.
    func resetReceived(_ stream: Int32) {
        streamGivenUp = stream
        loop.simulator.resetReceived()
        guard resets.isTooMany(at: loop.monotonic) else { return }
        session?.goAway(last: 0, NGHTTP2_ENHANCE_YOUR_CALM.rawValue, [])
        closesWhenWritten = true
    }

    /// A stream is closed.
    func streamClosed(_ stream: Int32) {
        guard let exchange = session?.exchange(of: stream) else { return }
        release(exchange, isGivenUp: stream == streamGivenUp && !exchange.isAnswered)
        spares.append(exchange)
    }

    private func release(_ exchange: PushExchange, isGivenUp: Bool) {
        if let target = exchange.target { loop.simulator.finish(target, isGivenUp: isGivenUp, on: &state) }
        exchange.target = nil
        exchange.stream = 0
    }

    // MARK: Deciding

    private func decide(_ exchange: PushExchange) {
        guard !exchange.isDecided, let target = exchange.target else { return }
        exchange.isDecided = true
        let decision = loop.simulator.receive(exchange.request, target, on: &state, now: loop.now)
        if state.hasAccepted, !isOpenedUp { openUp() }
        switch decision {
        case .answer(let answer): respond(exchange, answer)
        case .later(let answer, let seconds): loop.wait(seconds, self, exchange.stream, answer)
        case .stall: break
        case .reset(let code): session?.reset(exchange.stream, code.number)
        case .goAway(let reason): goAway(reason)
        case .close:
            isAbrupt = true
            isDead = true
        case .answerAndClose(let answer):
            respond(exchange, answer)
            closesWhenWritten = true
        }
    }

    private func openUp() {
        isOpenedUp = true
        permit(streams: loop.limits.streams)
    }

    /// Says how many streams there may be at once.
    func permit(streams: Int) { session?.permit(streams: streams) }

    private func respond(_ exchange: PushExchange, _ answer: Answer) {
        exchange.isAnswered = true
        exchange.body = answer.body
        loop.fields.use(answer, exchange.request) { session?.respond(exchange, $0, $1) }
    }

    /// Answers a stream that waited, if it is still there.
    func respond(to stream: Int32, _ answer: Answer) {
        guard let exchange = session?.exchange(of: stream), !exchange.isAnswered else { return }
        respond(exchange, answer)
        flush()
    }

    /// Goes away before the first of the streams that are open.
    private func goAway(_ reason: String) {
        let first = exchanges.lazy.filter { $0.stream > 0 && !$0.isAnswered }.map(\.stream).min() ?? 1
        let debugData = Answer(status: 503, reason: reason).body
        // A client's streams have odd numbers (RFC 9113, section 5.1.1).
        session?.goAway(last: max(0, first - 2), NGHTTP2_NO_ERROR.rawValue, debugData)
    }

    // MARK: The end

    /// Lets go of its requests; it is not to be used any more.
    func end() {
        for exchange in exchanges where exchange.stream > 0 {
            release(exchange, isGivenUp: wasLeft && !exchange.isAnswered)
        }
        if session != nil, output.count == 0, !isAbrupt { tls.close() }
        session = nil
    }
}
