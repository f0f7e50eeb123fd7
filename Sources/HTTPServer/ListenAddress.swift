/// Where a server listens.
public enum ListenAddress: Sendable, Equatable {
    /// A host name or IP address, and a TCP port; port 0 takes a free one.
    case tcp(host: String, port: Int)
    /// A UNIX socket at this path.
    case unix(path: String)
}

extension ListenAddress: CustomStringConvertible {
    /// `127.0.0.1:8080`, `[::1]:8080`, or the socket's path.
    public var description: String {
        switch self {
        case .tcp(let host, let port): host.utf8.contains(ASCII.colon) ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): path
        }
    }
}
