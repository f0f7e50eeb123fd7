import Synchronization

extension EventLoop {
    /// Does what other threads have left.
    func takeMail() {
        let mail = mailbox.take()
        // Orders first: an answer that was given after `drain` must announce the end.
        for order in mail.orders { perform(order) }
        for answer in mail.answers { take(answer) }
        let bytes = mail.answers.reduce(0) { $0 + $1.bodyBytes }
        if bytes > 0 { counters.held.subtract(bytes, ordering: .relaxed) }
    }

    /// Does one order; on the loop's queue.
    private func perform(_ order: LoopOrder) {
        guard !isStopped else { return order.dismiss() }
        switch order {
        case .adopt(let number, let peer): adopt(number, peer)
        case .accept(let number, let peers):
            self.peers = peers
            addListener(number)
        case .stopAccepting(let whenDone):
            listeners = []
            whenDone()
        case .drain(let delay, let hasBegun, let isEmpty):
            beginDrain(delay, isEmpty)
            hasBegun()
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
            for order in late { order.dismiss() }
        }
    }
}
