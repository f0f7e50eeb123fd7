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
            loop.mailbox.post(answers)
        }
    }
}
