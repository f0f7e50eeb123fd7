/// An answer that came before its turn; a streamed one with what of it has come.
struct EarlyAnswer: Sendable {
    let number: UInt32
    let response: Response
    var stream: OutgoingStream?
}
