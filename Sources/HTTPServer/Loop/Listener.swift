/// A listening socket; closed with its owner.
final class Listener {
    let descriptor: FileDescriptor
    let ticket: Ticket

    init(_ number: Int32, ticket: Ticket) {
        descriptor = FileDescriptor(number)
        self.ticket = ticket
    }
}
