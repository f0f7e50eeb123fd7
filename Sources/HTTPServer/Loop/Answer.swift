/// An answer, or a piece of one, on its way to a connection of a loop.
struct Answer: Sendable {
    enum Content: Sendable {
        /// The whole of it.
        case response(Response)
        /// The head of a streamed one.
        case begins(Response, OutgoingStream)
        /// More of a streamed one.
        case chunk(StreamChunk)
        /// The end of a streamed one.
        case ends
    }

    let ticket: Ticket
    let number: UInt32
    let content: Content

    /// How many bytes its body has; pieces of streams are shared, and count with their readers.
    var bodyBytes: Int {
        if case .response(let response) = content { response.body.count } else { 0 }
    }
}
