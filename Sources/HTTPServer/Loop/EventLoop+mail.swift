extension EventLoop {
    /// Does what other threads have left.
    func takeMail() {
        let mail = mailbox.take()
        for answer in mail.answers { take(answer) }
        for order in mail.orders { perform(order) }
    }

    /// Does one order; on the loop's queue.
    func perform(_ order: LoopOrder) {
        switch order {
        case .adopt(let number, let peer): adopt(number, peer)
        case .accept(let number, let peers):
            self.peers = peers
            addListener(number)
        case .stopAccepting(let whenDone):
            listeners = []
            whenDone()
        case .drain(let delay, let whenEmpty): beginDrain(delay, whenEmpty)
        case .shutdown(let atEnd): shutdown(atEnd)
        }
    }

    private func shutdown(_ atEnd: @escaping @Sendable () -> Void) {
        listeners = []
        peers = []
        for connection in connections.all { close(connection) }
        let late = mailbox.close()
        stop {
            atEnd()
            EventLoop.dismiss(late)
        }
    }

    /// Whoever ordered something that comes too late must not wait for it.
    private static func dismiss(_ orders: [LoopOrder]) {
        for order in orders {
            switch order {
            case .adopt(let number, _), .accept(let number, _): _ = FileDescriptor(number)
            case .stopAccepting(let call), .drain(_, let call), .shutdown(let call): call()
            }
        }
    }
}
