/// An answer on its way to a connection of a loop.
struct Answer: Sendable {
    let ticket: Ticket
    let number: UInt32
    let response: Response
}
