extension Exchange {
    /// Begins an answer that comes piece by piece, until `end` or as long as it is wanted.
    ///
    /// `Transfer-Encoding: chunked` with HTTP/1.1; with HTTP/1.0 the end of the connection ends it. The limits of idle
    /// connections do not hold for it; a comment of server-sent events goes out every `streamCommentTime`.
    ///
    /// - Parameters:
    ///   - response: the head, status 200; its body is not sent.
    ///   - longest: how long it may last; nil: without an end.
    ///   - whenOver: called once, on no particular thread, when nothing more is to be sent: it was ended, its reader
    ///     has gone or was too slow, the server stops, or the request was answered already. It must not block.
    public func begin(_ response: Response, for longest: Duration? = nil, whenOver: @escaping @Sendable () -> Void) {
        let stream = OutgoingStream(
            StreamLease(whenOver), lasts: longest.map(\.wholeNanoseconds) ?? Deadlines.never)
        post([Answer(ticket: ticket, number: number, content: .begins(response, stream))])
    }

    /// Sends pieces of streamed answers, in order, with one wake-up for each loop. What is of no stream is dropped.
    public static func send(_ pieces: [(Exchange, StreamPiece)]) {
        guard let first = pieces.first?.0 else { return }
        let own = pieces.filter { $0.0.loop === first.loop }
        first.post(own.map { $0.0.answer($0.1) })
        if own.count < pieces.count { send(pieces.filter { $0.0.loop !== first.loop }) }
    }

    private func answer(_ piece: StreamPiece) -> Answer {
        switch piece {
        case .chunk(let chunk): Answer(ticket: ticket, number: number, content: .chunk(chunk))
        case .end: Answer(ticket: ticket, number: number, content: .ends)
        }
    }
}
