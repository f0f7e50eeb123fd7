import Dispatch
import Glibc
import Synchronization

/// An HTTP/1.1 server (RFC 9110, RFC 9112) on event loops; it knows nothing of what it serves.
///
/// It lives until `shutdown`; the last reference to it shuts it down as well.
public final class HTTPServer: Sendable {
    private let loops: [EventLoop]
    private let counters: ServerCounters

    /// A server that asks `handler`, and counts in `counters`.
    ///
    /// `loops`: how many event loops; nil: one on up to three cores, else half as many.
    public init(
        limits: ServerLimits = .init(), loops: Int? = nil, counters: ServerCounters = .init(),
        handler: any RequestHandler
    ) throws(HTTPServerError) {
        self.counters = counters
        // Sockets are written with MSG_NOSIGNAL; this is for what else the process may write to.
        signal(SIGPIPE, SIG_IGN)
        var made: [EventLoop] = []
        for index in 0..<max(1, loops ?? HTTPServer.usualLoops) {
            made.append(
                try EventLoop(name: "http-\(index)", limits: limits, handler: handler, counters: counters))
        }
        self.loops = made
        for loop in made { loop.start() }
    }

    deinit {
        for loop in loops { _ = loop.mailbox.post(.shutdown {}) }
    }

    private static var usualLoops: Int {
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        return cores <= 3 ? 1 : cores / 2
    }

    /// How many connections are open.
    public var openConnections: Int { counters.openConnections }

    /// How many requests were handed to the handler and are not answered.
    public var openExchanges: Int { counters.openExchanges }

    /// How many bytes are held for connections, of the `ServerLimits.heldBytes` that may be.
    public var heldBytes: Int { counters.heldBytes }

    /// Listens on `address`, on all its addresses where it is a name; the address with its real port.
    public func listen(on address: ListenAddress) throws(HTTPServerError) -> ListenAddress {
        let (descriptors, actual) = try Listening.open(address)
        for descriptor in descriptors { accept(on: descriptor) }
        return actual
    }

    /// Listens on a socket that was handed to the process.
    public func listen(on socket: ActivatedSocket) throws(HTTPServerError) {
        accept(
            on: try SystemCall.require("cannot listen on \(socket.address)") {
                fcntl(socket.descriptor.number, F_DUPFD_CLOEXEC, 0)
            })
    }

    /// Hands a listening descriptor over to the first loop.
    private func accept(on descriptor: Int32) {
        let order = LoopOrder.accept(descriptor, peers: loops)
        if !loops[0].mailbox.post(order) { order.dismiss() }
    }

    /// Closes the listening sockets; further connections are refused. Returns when that is done.
    public func stopAccepting() {
        order { .stopAccepting($0) }
    }

    /// From its return on answers announce the end of their connection (RFC 9112, section 9.6); idle connections are
    /// closed after `delay`. `whenDone` is called once, on no particular thread, when no connection is left.
    public func drain(closeIdleAfter delay: Duration = .zero, whenDone: (@Sendable () -> Void)? = nil) {
        let open = DispatchGroup()
        for _ in loops { open.enter() }
        if let whenDone { open.notify(queue: .global()) { whenDone() } }
        order { .drain(delay.wholeNanoseconds, hasBegun: $0, isEmpty: { open.leave() }) }
    }

    /// Closes everything. Returns when all sockets are closed, but at once if called from within a loop.
    public func shutdown() {
        order { .shutdown($0) }
    }

    /// Gives all loops an order and waits until it is done, but not from within a loop.
    private func order(_ make: (@escaping @Sendable () -> Void) -> LoopOrder) {
        let group = DispatchGroup()
        for loop in loops {
            group.enter()
            let order = make { group.leave() }
            if !loop.mailbox.post(order) { order.dismiss() }
        }
        if !loops.contains(where: \.isCurrent) { group.wait() }
    }
}
