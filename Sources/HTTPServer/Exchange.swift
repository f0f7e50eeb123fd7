import Synchronization

/// One request's place to answer: its loop, its connection's slot there, and its number on the connection.
public struct Exchange: Sendable {
    let loop: EventLoop
    let ticket: Ticket
    let number: UInt32

    /// Answers the request: at once on the loop's queue, through the loop's mailbox from any other thread.
    ///
    /// Only the first answer counts. If the connection is gone meanwhile, the answer is dropped.
    public func respond(_ response: Response) {
        post([Answer(ticket: ticket, number: number, content: .response(response))])
    }

    /// The connection it is of.
    public var connection: ConnectionId { ConnectionId(loop: ObjectIdentifier(loop), ticket: ticket) }

    /// Whether an answer with so many bytes may be given now: none should that would hold more than a quarter of what
    /// is left of `ServerLimits.heldBytes`. Where it may not, this is counted: the request is to be answered 503.
    public func hasRoom(forBytes count: Int) -> Bool {
        let allowance = Allowance.of(limit: loop.limits.heldBytes, held: loop.counters.heldBytes)
        if count <= allowance { return true }
        loop.counters.withoutRoom.add(1, ordering: .relaxed)
        return false
    }

    /// Answers many requests with one wake-up for each loop.
    public static func respond(_ answers: [(Exchange, Response)]) {
        guard let loop = answers.first?.0.loop else { return }
        let own = answers.filter { $0.0.loop === loop }
        answers[0].0.post(
            own.map { Answer(ticket: $0.0.ticket, number: $0.0.number, content: .response($0.1)) })
        if own.count < answers.count { respond(answers.filter { $0.0.loop !== loop }) }
    }

    /// Gives the loop answers to requests of its own.
    func post(_ answers: [Answer]) {
        if loop.isCurrent {
            for answer in answers { loop.take(answer) }
        } else {
            // On their way they are nobody's, but there.
            loop.counters.held.add(answers.reduce(0) { $0 + $1.bodyBytes }, ordering: .relaxed)
            loop.mailbox.post(answers)
        }
    }
}
