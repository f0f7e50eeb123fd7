import CLinux
import Glibc

/// Turns a `ListenAddress` into listening sockets.
package enum Listening {
    /// How often a free port is sought that is free for all addresses of a name.
    private static let attempts = 8

    /// The sockets, handed over, and the address with its real port.
    package static func open(_ address: ListenAddress) throws(HTTPServerError) -> ([Int32], ListenAddress) {
        switch address {
        case .tcp(let host, let port): try open(host: host, port: port, attempts: attempts)
        case .unix(let path): (try open(path: path), address)
        }
    }

    private static func open(
        host: String, port: Int, attempts: Int
    ) throws(HTTPServerError) -> ([Int32], ListenAddress) {
        var attempt = Attempt(port: UInt16(truncatingIfNeeded: port))
        for address in try NameLookup.addresses(host: host, port: port) {
            attempt.open(address)
        }
        if let failure = attempt.failure {
            for number in attempt.sockets { _ = FileDescriptor(number) }
            // The free port of the first address may be taken on the second.
            if port == 0, failure.code == EADDRINUSE, attempts > 1 {
                return try open(host: host, port: port, attempts: attempts - 1)
            }
            throw error(.tcp(host: host, port: port), failure)
        }
        return (attempt.sockets, .tcp(host: host, port: Int(attempt.port)))
    }

    /// The sockets of one name, all with the same port.
    private struct Attempt {
        var port: UInt16
        private(set) var sockets: [Int32] = []
        private var fault: ListenFailure?
        private var absence: ListenFailure?

        init(port: UInt16) {
            self.port = port
        }

        /// Why the name cannot be listened on; an address that the machine does not have counts only if it is alone.
        var failure: ListenFailure? { fault ?? (sockets.isEmpty ? absence ?? ListenFailure(code: EADDRNOTAVAIL) : nil) }

        mutating func open(_ address: SocketAddress) {
            guard fault == nil else { return }
            var address = address
            address.port = port
            do throws(ListenFailure) {
                sockets.append(try ListeningSocket.open(&address).release())
                port = address.port
            } catch {
                if error.isAbsentAddress { absence = error } else { fault = error }
            }
        }
    }

    /// A socket file that nobody listens on any more is replaced.
    private static func open(path: String) throws(HTTPServerError) -> [Int32] {
        guard var address = SocketAddress(unixPath: path) else {
            throw HTTPServerError("cannot listen on \(path): the path is longer than a UNIX socket's may be")
        }
        do throws(ListenFailure) {
            return [try ListeningSocket.open(&address).release()]
        } catch {
            guard error.code == EADDRINUSE, ListeningSocket.isSocket(path), ListeningSocket.isAbandoned(address) else {
                throw self.error(.unix(path: path), error)
            }
        }
        unlink(path)
        do throws(ListenFailure) {
            return [try ListeningSocket.open(&address).release()]
        } catch {
            throw self.error(.unix(path: path), error)
        }
    }

    private static func error(_ address: ListenAddress, _ failure: ListenFailure) -> HTTPServerError {
        HTTPServerError("cannot listen on \(address): \(SystemCall.text(failure.code))", code: failure.code)
    }
}
