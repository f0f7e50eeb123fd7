import CLinux
import Crypto
import Glibc
import HTTPServer

/// The push port: one thread that owns the simulator, its sockets and all that changes.
final class PushLoop {
    /// How long it looks away from the sockets of new clients after the process ran out of descriptors, nanoseconds.
    private static let pause: Int64 = 100_000_000
    private static let second: Int64 = 1_000_000_000

    let tls: TLSContext
    let limits: PushLimits
    let fields: AnswerFields
    let readBuffer: UnsafeMutableBufferPointer<UInt8>
    /// The simulator.
    var simulator: Simulator
    /// The time of day as the simulator has it, Unix seconds: that of this round or, later, of the last piece that was
    /// read.
    private(set) var now: Double
    /// The same instant, nanoseconds since some instant.
    private(set) var monotonic: Int64

    private let epoll: Epoll
    private let events: UnsafeMutableBufferPointer<epoll_event>
    private let inbox: ControlInbox
    private let clockOffset: Double
    private let gate: Gate
    private var connections = PushConnections()
    private var resumable: [PushConnection] = []
    private var delayed = DelayedAnswers()
    private var acceptsAgainAt: Int64?
    private var nextLook: Int64 = 0

    /// A loop that listens on `address`. `clockOffset`: how far the simulator's clock is ahead, seconds.
    init(
        _ simulator: Simulator, tls: TLSContext, limits: PushLimits, address: ListenAddress, inbox: ControlInbox,
        clockOffset: Double
    ) throws {
        self.simulator = simulator
        self.tls = tls
        self.limits = limits
        self.inbox = inbox
        self.clockOffset = clockOffset
        now = WallClock.now() + clockOffset
        monotonic = MonotonicClock.now()
        let seed = try RandomBytes.make(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        fields = AnswerFields(second: Int(now), seed: seed)
        epoll = try Epoll()
        events = .allocate(capacity: 512)
        readBuffer = .allocate(capacity: 64 * 1024)
        gate = try Gate(address)
        watch(inbox.wakeUp.descriptor.number, [.read, .edge], .mailbox)
        watchGate()
    }

    deinit {
        events.deallocate()
        readBuffer.deallocate()
    }

    /// Where it listens, with its real port.
    var address: ListenAddress { gate.address }

    private func watch(_ number: Int32, _ interest: Epoll.Interest, _ ticket: Ticket) {
        _ = epoll.add(number, interest, ticket)
    }

    private func watchGate() {
        for (index, number) in gate.numbers.enumerated() { watch(number, .read, .listener(index)) }
    }

    // MARK: Rounds

    /// Serves until the process ends.
    func run() -> Never {
        while true {
            let count = epoll.wait(events, milliseconds: patience)
            tell()
            for index in 0..<count { serve(Ticket(bits: events[index].data.u64)) }
            resume()
            countOverlaps()
            answerDelayed()
            lookAround()
            sayReport()
        }
    }

    /// How long nothing has to be done but for what comes, milliseconds; -1: for ever.
    private var patience: Int32 {
        guard resumable.isEmpty, simulator.overlapCount == 0 else { return 0 }
        let dates = [delayed.nextDue, acceptsAgainAt, connections.count > 0 ? nextLook : nil].compactMap(\.self)
        guard let next = dates.min() else { return -1 }
        let rest = max(0, next - MonotonicClock.now())
        return Int32(min(rest / 1_000_000 + 1, 60_000))
    }

    /// Looks at the clocks.
    func tell() {
        now = WallClock.now() + clockOffset
        monotonic = MonotonicClock.now()
        fields.update(second: Int(now))
    }

    private func serve(_ ticket: Ticket) {
        if let connection = connections[ticket] {
            serve(connection)
        } else if ticket == .mailbox {
            answerControl()
        } else if ticket.isListener {
            accept(Int(ticket.generation))
        }
    }

    private func serve(_ connection: PushConnection) {
        if connection.serve(), !resumable.contains(where: { $0 === connection }) { resumable.append(connection) }
        if connection.isDead { remove(connection) }
    }

    /// Goes on with the connections that had more to read than one round reads.
    private func resume() {
        guard !resumable.isEmpty else { return }
        let waiting = resumable
        resumable = []
        for connection in waiting where !connection.isDead { serve(connection) }
    }

    /// Counts what may have been under way at once, after all connections are read: what a client gave up before does
    /// not count. What only this reading brings waits for the next round, as does all while there is more to read.
    private func countOverlaps() {
        let count = simulator.overlapCount
        guard count > 0 else { return }
        for connection in connections.all { serve(connection) }
        if resumable.isEmpty { simulator.countOverlaps(first: count) }
    }

    private func remove(_ connection: PushConnection) {
        connection.end()
        connections.remove(connection.ticket)
        simulator.connectionClosed()
    }

    private func sayReport() {
        guard !simulator.settings.isQuiet else { return }
        let report = simulator.takeReport()
        StandardStream.output.write(report.pushes)
        StandardStream.error.write(report.objections)
    }

    // MARK: Connections

    private func accept(_ index: Int) {
        while true {
            switch gate.accept(index) {
            case .client(let number): add(FileDescriptor(number))
            case .nobody: return
            case .noRoom:
                gate.pause(epoll, true)
                acceptsAgainAt = monotonic + Self.pause
                return
            }
        }
    }

    private func add(_ socket: consuming FileDescriptor) {
        let number = socket.number
        guard connections.count < limits.connections else { return }
        var one: Int32 = 1
        setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        let ticket = connections.nextTicket()
        let state = simulator.connectionOpened()
        guard let connection = PushConnection(socket, ticket, self, state) else {
            return simulator.connectionClosed()
        }
        connections.add(connection)
        watch(number, .read, ticket)
    }

    /// Watches a connection for room to write, or for what comes.
    func watch(_ connection: PushConnection, forRoom: Bool) {
        _ = epoll.change(connection.descriptor, forRoom ? .write : .read, connection.ticket)
    }

    /// Each second: closes who does not come to terms, and accepts again.
    private func lookAround() {
        if let date = acceptsAgainAt, date <= monotonic {
            acceptsAgainAt = nil
            gate.pause(epoll, false)
        }
        guard monotonic >= nextLook else { return }
        nextLook = monotonic + Self.second
        for connection in connections.all
        where connection.isShakingHands && monotonic - connection.acceptedAt > limits.handshakeTime {
            remove(connection)
        }
    }

    // MARK: Answers that wait

    /// Answers a stream after so many seconds.
    func wait(_ seconds: Double, _ connection: PushConnection, _ stream: Int32, _ answer: Answer) {
        let due = monotonic + Int64(seconds * 1e9)
        delayed.add(.init(due: due, ticket: connection.ticket, stream: stream, answer: answer))
    }

    private func answerDelayed() {
        while let entry = delayed.popDue(at: monotonic) {
            guard let connection = connections[entry.ticket] else { continue }
            connection.respond(to: entry.stream, entry.answer)
            if connection.isDead { remove(connection) }
        }
    }

    // MARK: The control port

    private func answerControl() {
        countOverlaps()
        for (request, exchange) in inbox.take() {
            var (response, action) = ControlAPI.answer(request, &simulator, now: now)
            if let action, let failure = perform(action) { response = ControlAPI.problem(409, failure) }
            exchange.respond(response)
        }
    }

    /// Why it could not be done, or nil.
    private func perform(_ action: ControlAction) -> String? {
        switch action {
        case .streams(let count):
            for connection in connections.all {
                connection.permit(streams: count)
                connection.flush()
                if connection.isDead { remove(connection) }
            }
        case .accepting(false): gate.close()
        case .accepting(true):
            guard !gate.isOpen else { return nil }
            do { try gate.open() } catch { return "\(error)" }
            watchGate()
        }
        return nil
    }
}
