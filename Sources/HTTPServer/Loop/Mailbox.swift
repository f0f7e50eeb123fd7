import Synchronization

/// What waits for a loop from other threads, with one wake-up for each batch, and none while the loop is at work.
final class Mailbox: Sendable {
    private struct Content: Sendable {
        var answers: [Answer] = []
        var orders: [LoopOrder] = []
        /// Whether the loop will look into the mailbox before it waits, or was already woken.
        var isAwake = false
        var isClosed = false

        var isEmpty: Bool { answers.isEmpty && orders.isEmpty }

        /// True if the loop must be woken now.
        mutating func wakes() -> Bool {
            let wakes = !isAwake
            isAwake = true
            return wakes
        }
    }

    let wakeUp: WakeUp
    private let content = Mutex(Content())

    init() throws(HTTPServerError) {
        wakeUp = try WakeUp()
    }

    /// Posts answers; after the loop's end they are dropped.
    func post(_ answers: [Answer]) {
        let wakes = content.withLock { content in
            if content.isClosed { return false }
            content.answers.append(contentsOf: answers)
            return content.wakes()
        }
        if wakes { wakeUp.signal() }
    }

    /// Posts an order; false if the loop has ended, and nothing will come of it.
    func post(_ order: LoopOrder) -> Bool {
        let (isTaken, wakes) = content.withLock { content in
            if content.isClosed { return (false, false) }
            content.orders.append(order)
            return (true, content.wakes())
        }
        if wakes { wakeUp.signal() }
        return isTaken
    }

    /// Takes everything out; from now until `rest` nobody needs to wake the loop.
    func take() -> (answers: [Answer], orders: [LoopOrder]) {
        content.withLock { content in
            content.isAwake = true
            guard !content.isEmpty else { return ([], []) }
            let mail = (content.answers, content.orders)
            content.answers = []
            content.orders = []
            return mail
        }
    }

    /// The loop is about to wait; false if something has come, which must be taken first.
    func rest() -> Bool {
        content.withLock { content in
            content.isAwake = !content.isEmpty
            return content.isEmpty
        }
    }

    /// Nothing is taken any more; what was left.
    func close() -> [LoopOrder] {
        content.withLock { content in
            content.isClosed = true
            let orders = content.orders
            content.answers = []
            content.orders = []
            return orders
        }
    }
}
