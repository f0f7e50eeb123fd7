import CLinux
import Glibc

/// A listening socket that a service manager opened and handed to this process: systemd's socket activation.
///
/// It ends with its last reference; a server that listens on it has a descriptor of its own.
public final class ActivatedSocket: Sendable {
    // > Each file descriptor … starting with descriptor 3
    // https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html
    private static let first: Int32 = 3
    /// More are taken for a mistake.
    private static let most = 64

    /// Where it listens.
    public let address: ListenAddress
    /// Whether only this machine reaches it.
    public let isLoopback: Bool
    let descriptor: FileDescriptor

    /// Takes over a descriptor, which programs that are started from here do not inherit.
    init(_ number: Int32) throws(HTTPServerError) {
        guard Self.isListening(number) else {
            _ = FileDescriptor(number)
            throw HTTPServerError("the descriptor \(number) that LISTEN_FDS speaks of is no listening stream socket")
        }
        descriptor = FileDescriptor(number)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        var name = SocketAddress()
        _ = name.fill { getsockname(number, $0, $1) }
        address = name.listenAddress
        isLoopback = name.peer.isLoopback
    }

    /// The sockets that were handed over, none where `LISTEN_PID` is not this process. To be asked once, at the start:
    /// they are taken over, and the variables are taken out of the process's environment.
    public static func takeAll(_ environment: [String: String]) throws(HTTPServerError) -> [ActivatedSocket] {
        let count = try count(environment, process: getpid())
        for name in ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"] { unsetenv(name) }
        var sockets: [ActivatedSocket] = []
        for index in 0..<count { sockets.append(try ActivatedSocket(first + Int32(index))) }
        return sockets
    }

    /// How many sockets the variables hand to the process of that id.
    static func count(_ environment: [String: String], process: pid_t) throws(HTTPServerError) -> Int {
        guard let id = environment["LISTEN_PID"], let text = environment["LISTEN_FDS"] else { return 0 }
        guard let id = pid_t(id) else { throw HTTPServerError("LISTEN_PID is not the id of a process") }
        guard id == process else { return 0 }
        guard let count = Int(text), 0...most ~= count else {
            throw HTTPServerError("LISTEN_FDS is not a number of sockets, up to \(most)")
        }
        return count
    }

    private static func isListening(_ number: Int32) -> Bool {
        option(SO_ACCEPTCONN, of: number) == 1 && option(SO_TYPE, of: number) == Int32(SOCK_STREAM.rawValue)
            && [AF_INET, AF_INET6, AF_UNIX].contains(option(SO_DOMAIN, of: number))
    }

    private static func option(_ name: Int32, of number: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(number, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }
}
