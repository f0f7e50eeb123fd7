import CLinux
import Glibc
import HTTPServer

/// The listening sockets of a port, which can be closed and opened again.
final class Gate {
    /// Where it listens, with its real port.
    private(set) var address: ListenAddress
    /// The descriptors of its sockets.
    private(set) var numbers: [Int32]

    /// Opens it.
    init(_ address: ListenAddress) throws(HTTPServerError) {
        (numbers, self.address) = try Listening.open(address)
    }

    deinit { close() }

    /// Whether it is open.
    var isOpen: Bool { !numbers.isEmpty }

    /// Closes it: who comes is refused.
    func close() {
        for number in numbers { _ = FileDescriptor(number) }
        numbers = []
    }

    /// Opens it again where it was.
    func open() throws(HTTPServerError) {
        (numbers, address) = try Listening.open(address)
    }

    /// Who waits at a socket.
    enum Arrival: Equatable {
        /// A client, by its socket's descriptor.
        case client(Int32)
        /// Nobody.
        case nobody
        /// Somebody, but the process has no room for another descriptor.
        case noRoom
    }

    /// The next one who waits at a socket.
    func accept(_ index: Int) -> Arrival {
        guard numbers.indices.contains(index) else { return .nobody }
        while true {
            let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
            let number = clinux_accept4(numbers[index], nil, nil, flags)
            if number >= 0 { return .client(number) }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .noRoom
            default: return .nobody
            }
        }
    }

    /// Watches its sockets or, for a while, does not.
    func pause(_ epoll: borrowing Epoll, _ isPaused: Bool) {
        for (index, number) in numbers.enumerated() {
            _ = epoll.change(number, isPaused ? [] : .read, .listener(index))
        }
    }
}
