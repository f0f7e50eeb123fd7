import Glibc

/// A socket with its protocol; used on its loop's queue only.
final class Connection {
    let number: Int32
    let ticket: Ticket
    var machine: ConnectionMachine
    /// What was read but may not be parsed before the machine goes on.
    var held: [UInt8] = []
    var interest: Epoll.Interest = .read
    /// Whether the loop will look at it at the end of the round.
    var isTouched = false
    /// How many unanswered requests of it the loop has counted.
    var counted = 0
    /// How many bytes held for it the loop has counted.
    var countedBytes = 0
    private(set) var isClosed = false

    init(number: Int32, ticket: Ticket, machine: ConnectionMachine) {
        self.number = number
        self.ticket = ticket
        self.machine = machine
    }

    /// Closes the socket, which also takes it out of the epoll set.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        machine.forgetStreams()
        _ = Glibc.close(number)
    }

    deinit {
        close()
    }
}
