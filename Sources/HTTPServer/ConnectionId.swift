/// Tells a server's connections apart, as long as the server lives.
public struct ConnectionId: Sendable, Hashable {
    let loop: ObjectIdentifier
    let ticket: Ticket
}
