import Glibc

/// Sockets on this machine.
enum Loopback {
    /// A port that nobody listens on.
    static func freePort() throws -> Int {
        let socket = try makeSocket()
        defer { close(socket) }
        let isBound = withAddress(port: 0) { bind(socket, $0, $1) == 0 }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) == 0 }
        }
        guard isBound, isNamed else { throw BenchmarkFailure.system("cannot find a free port") }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Waits up to 5 seconds until somebody listens on that port.
    static func waitForListener(port: Int) -> Bool {
        for _ in 0..<500 {
            if let socket = try? connect(port: port) {
                close(socket)
                return true
            }
            usleep(10_000)
        }
        return false
    }

    /// A socket that is connected to that port.
    static func connect(port: Int) throws -> Int32 {
        let socket = try makeSocket()
        guard withAddress(port: port, { Glibc.connect(socket, $0, $1) == 0 }) else {
            let failure = BenchmarkFailure.system("cannot connect to port \(port)")
            close(socket)
            throw failure
        }
        return socket
    }

    private static func makeSocket() throws -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let socket = Glibc.socket(AF_INET, type, 0)
        guard socket >= 0 else { throw BenchmarkFailure.system("cannot make a socket") }
        return socket
    }

    private static func withAddress<Result>(
        port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
