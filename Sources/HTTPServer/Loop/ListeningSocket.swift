import CLinux
import Glibc

/// Makes listening sockets.
enum ListeningSocket {
    /// How many connections may wait to be accepted; the system takes its own bound if that is lower.
    private static let backlog: Int32 = 4096

    /// A socket that listens on `address`, which becomes the one it has then.
    static func open(_ address: inout SocketAddress) throws(ListenFailure) -> FileDescriptor {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = FileDescriptor(try check(socket(address.family, kind, 0)))
        if address.family != AF_UNIX { set(descriptor.number, SOL_SOCKET, SO_REUSEADDR, 1) }
        if address.family == AF_INET6 {
            // Else the socket would claim IPv4 as well, and `localhost` could not have one of each.
            set(descriptor.number, Int32(IPPROTO_IPV6), IPV6_V6ONLY, address.isAnyIPv6 ? 0 : 1)
        }
        _ = try check(address.use { bind(descriptor.number, $0, $1) })
        _ = try check(listen(descriptor.number, backlog))
        _ = try check(address.fill { getsockname(descriptor.number, $0, $1) })
        return descriptor
    }

    /// Whether the file at `path` is a socket, and not somebody's file of another kind.
    static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Whether nobody listens on a UNIX socket's file.
    static func isAbandoned(_ address: SocketAddress) -> Bool {
        let probe = FileDescriptor(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        return address.use { connect(probe.number, $0, $1) } != 0 && errno == ECONNREFUSED
    }

    private static func set(_ number: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
        var value = value
        setsockopt(number, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func check(_ result: Int32) throws(ListenFailure) -> Int32 {
        guard result >= 0 else { throw ListenFailure(code: errno) }
        return result
    }
}

/// The system's reason not to listen.
struct ListenFailure: Error {
    let code: Int32

    /// Whether the machine has no such address at all, IPv6 switched off for one.
    var isAbsentAddress: Bool { code == EADDRNOTAVAIL || code == EAFNOSUPPORT }
}
