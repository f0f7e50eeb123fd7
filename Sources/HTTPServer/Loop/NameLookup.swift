import CLinux
import Glibc

/// Finds the addresses of a host to listen on.
enum NameLookup {
    /// All addresses of `host`, a name or a literal, each with `port`.
    static func addresses(host: String, port: Int) throws(HTTPServerError) -> [SocketAddress] {
        guard let number = UInt16(exactly: port) else {
            throw HTTPServerError("cannot listen on port \(port): a port is a number from 0 to 65535")
        }
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard code == 0 else {
            let reason = gai_strerror(code).map { String(cString: $0).lowercased() } ?? "error \(code)"
            throw HTTPServerError("cannot listen on \(ListenAddress.tcp(host: host, port: port)): \(reason)")
        }
        return copy(list, port: number)
    }

    private static func copy(_ list: UnsafeMutablePointer<addrinfo>?, port: UInt16) -> [SocketAddress] {
        var addresses: [SocketAddress] = []
        var next = list
        while let entry = next?.pointee {
            if let address = entry.ai_addr {
                var copy = SocketAddress(copying: address, length: entry.ai_addrlen)
                copy.port = port
                addresses.append(copy)
            }
            next = entry.ai_next
        }
        return addresses
    }
}
