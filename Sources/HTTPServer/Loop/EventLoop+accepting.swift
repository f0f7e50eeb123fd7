import CLinux
import Glibc
import Synchronization

extension EventLoop {
    /// How many connections are accepted in a round before others have their turn.
    private static let acceptsInARound = 64
    /// How long accepting pauses when the process has no descriptor left, in nanoseconds.
    private static let pause: Int64 = 1_000_000_000

    /// Begins to accept on a listening socket.
    func addListener(_ number: Int32) {
        let listener = Listener(number, ticket: .listener(listeners.count))
        if epoll.add(number, .read, listener.ticket) == nil { listeners.append(listener) }
    }

    /// Accepts what waits at the listener with this index.
    func accept(_ index: Int) {
        guard index < listeners.count else { return }
        for _ in 0..<EventLoop.acceptsInARound {
            guard acceptOne(listeners[index].descriptor.number) else { return }
        }
    }

    /// Accepts one connection; false if none waits, or none can be taken now.
    private func acceptOne(_ listener: Int32) -> Bool {
        var address = SocketAddress()
        let result = SystemCall {
            let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
            return Int(address.fill { clinux_accept4(listener, $0, $1, flags) })
        }
        switch result {
        case .done(let number):
            distribute(Int32(number), address.peer)
            return true
        case .wouldBlock: return false
        case .failed(EMFILE), .failed(ENFILE), .failed(ENOBUFS), .failed(ENOMEM):
            // The connection stays in the backlog: without a pause epoll would report it for ever.
            pauseAccepting()
            return false
        case .failed: return true
        }
    }

    private func distribute(_ number: Int32, _ peer: PeerAddress) {
        var on: Int32 = 1
        setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        counters.accepted.add(1, ordering: .relaxed)
        let open = counters.connections.add(1, ordering: .relaxed)
        guard open.newValue <= limits.connections else {
            counters.connections.subtract(1, ordering: .relaxed)
            counters.turnedAway.add(1, ordering: .relaxed)
            return turnAway(number)
        }
        let loop = peers.isEmpty ? self : peers[nextPeer % peers.count]
        nextPeer &+= 1
        if loop === self {
            adopt(number, peer)
        } else if !loop.mailbox.post(.adopt(number, peer)) {
            counters.connections.subtract(1, ordering: .relaxed)
            _ = FileDescriptor(number)
        }
    }

    /// Answers 503 as far as that goes without waiting, and closes.
    private func turnAway(_ number: Int32) {
        let descriptor = FileDescriptor(number)
        let response = handler.problem(
            status: 503, detail: "The server has as many connections as it may.", to: nil)
        var bytes: [UInt8] = []
        let slot = Slot(
            omitsBody: false, isVersion10: false, saysKeepAlive: false, isLast: true)
        ResponseEncoder.append(response, to: &bytes, slot: slot, closes: true, date: date.line)
        _ = send(descriptor.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        Glibc.shutdown(descriptor.number, Int32(SHUT_WR))
        // A request that has come already would turn the close into a reset, and destroy the answer.
        _ = recv(descriptor.number, readBuffer.baseAddress, readBuffer.count, 0)
    }

    private func pauseAccepting() {
        acceptsAgainAt = now + EventLoop.pause
        for listener in listeners { _ = epoll.change(listener.descriptor.number, [], listener.ticket) }
        armTimer()
    }

    /// Accepts again after a pause.
    func resumeAccepting() {
        acceptsAgainAt = nil
        for listener in listeners { _ = epoll.change(listener.descriptor.number, .read, listener.ticket) }
    }
}
