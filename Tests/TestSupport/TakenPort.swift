import Glibc

/// A port of 127.0.0.1 that is in use.
public final class TakenPort: Sendable {
    /// Its number.
    public let number: Int
    let descriptor: Int32

    /// Takes a free one.
    public init() {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = LoopbackAddress.make(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length)
                listen(descriptor, 1)
                getsockname(descriptor, $0, &length)
            }
        }
        number = Int(in_port_t(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }
}
