import CLinux
import Dispatch
import Glibc
import Synchronization

/// An event loop: a thread of Dispatch's that serves the epoll set with the loop's sockets until the loop ends.
///
/// Dispatch's own sources would cost twice as much: each event would cross its manager thread and be re-armed. And a
/// wait without an end costs less than a short one: the timer for it takes a fifth of the time of a lone request.
// Sendable by confinement: all that changes is touched on `queue` only, but for the mailbox and `servingThread`,
// which are made for other threads.
final class EventLoop: @unchecked Sendable {
    /// The wait of epoll_wait that ends only when something comes.
    private static let forever: Int32 = -1
    /// How many bytes are read at once.
    static let readBytes = 64 * 1024

    let mailbox: Mailbox
    let handler: any RequestHandler
    let limits: ServerLimits
    let connectionLimits: ConnectionLimits
    let counters: ServerCounters
    /// The loops that connections are spread over, this one among them; they come with the first listener.
    var peers: [EventLoop] = []

    let epoll: Epoll
    let timer: LoopTimer
    private let queue: DispatchQueue
    private let servingThread = Atomic<UInt>(0)
    private let events: UnsafeMutableBufferPointer<epoll_event>
    let readBuffer: UnsafeMutableBufferPointer<UInt8>
    let gather = GatheredWrite()

    var connections = ConnectionTable()
    var listeners: [Listener] = []
    var nextPeer = 0
    /// Connections to look at, at the end of the round, and those to go on with in the next one.
    var touched: [Connection] = []
    var resumable: [Connection] = []
    var hasHandled = false
    var now: Int64
    var date: DateCache
    var isTimerArmed = false
    /// When accepting may begin again after the process ran out of descriptors.
    var acceptsAgainAt: Int64?
    var drain: Drain?
    private(set) var atEnd: (@Sendable () -> Void)?

    init(
        name: String, limits: ServerLimits, handler: any RequestHandler, counters: ServerCounters
    ) throws(HTTPServerError) {
        mailbox = try Mailbox()
        epoll = try Epoll()
        timer = try LoopTimer()
        self.handler = handler
        self.limits = limits
        self.counters = counters
        connectionLimits = ConnectionLimits(limits)
        queue = DispatchQueue(label: name)
        events = .allocate(capacity: 512)
        readBuffer = .allocate(capacity: EventLoop.readBytes)
        now = MonotonicClock.now()
        date = DateCache(second: MonotonicClock.wallSecond())
        try watch(mailbox.wakeUp.descriptor.number, [.read, .edge], .mailbox)
        try watch(timer.descriptor.number, .read, .timer)
    }

    private func watch(_ number: Int32, _ interest: Epoll.Interest, _ ticket: Ticket) throws(HTTPServerError) {
        guard let code = epoll.add(number, interest, ticket) else { return }
        throw HTTPServerError("cannot make an event loop: \(SystemCall.text(code))", code: code)
    }

    deinit {
        events.deallocate()
        readBuffer.deallocate()
    }

    /// Whether the caller runs within this loop.
    var isCurrent: Bool { servingThread.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Begins to serve. The queue holds the loop until `shutdown`.
    func start() {
        queue.async { [self] in
            serve()
            atEnd?()
        }
    }

    /// Ends the loop after this round; `atEnd` is called when it has ended.
    func stop(_ atEnd: @escaping @Sendable () -> Void) {
        self.atEnd = atEnd
    }

    /// Whether the loop has come to its end.
    var isStopped: Bool { atEnd != nil }

    private func serve() {
        servingThread.store(UInt(pthread_self()), ordering: .relaxed)
        defer { servingThread.store(0, ordering: .relaxed) }
        var count = 0
        while true {
            round(count)
            guard !isStopped else { return }
            // From `rest` on whatever is posted wakes the epoll set: nothing can be overlooked.
            let mayRest = mailbox.rest() && resumable.isEmpty
            count = epoll.wait(events, milliseconds: mayRest ? EventLoop.forever : 0)
        }
    }

    /// Serves what epoll has reported, those that may go on, and the mail; writes what came of it.
    private func round(_ count: Int) {
        now = MonotonicClock.now()
        date.update(second: MonotonicClock.wallSecond())
        for index in 0..<count {
            serve(Ticket(bits: events[index].data.u64), Epoll.Interest(rawValue: events[index].events))
        }
        resume()
        takeMail()
        if hasHandled {
            hasHandled = false
            handler.roundEnded()
            // What the handler could answer at once goes out with the same writes.
            takeMail()
        }
        settle()
    }

    private func serve(_ ticket: Ticket, _ events: Epoll.Interest) {
        if let connection = connections[ticket] {
            serve(connection, events)
        } else if ticket == .timer {
            tick()
        } else if ticket.isListener {
            accept(Int(ticket.generation))
        }
    }
}
