import CLinux
import Glibc

/// Single messages to UNIX sockets.
package enum UnixDatagram {
    /// Sends one to the socket of that path, or, where it begins with `@`, of that abstract name.
    package static func send(_ text: String, to name: String) throws(HTTPServerError) {
        let address =
            name.utf8.first == UInt8(ascii: "@")
            ? SocketAddress(abstractName: String(name.dropFirst())) : SocketAddress(unixPath: name)
        guard let address else {
            throw HTTPServerError("cannot write to the socket \(name): the name is empty or too long for one")
        }
        let what = "cannot write to the socket \(name)"
        let descriptor = FileDescriptor(
            try SystemCall.require(what) {
                socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
            })
        let bytes = Array(text.utf8)
        _ = try SystemCall.require(what) {
            address.use { Int32(sendto(descriptor.number, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1)) }
        }
    }
}
