import Glibc

/// Writes to descriptors, whatever interrupts them.
package enum WholeWrite {
    /// Writes all the bytes; how many were written, and the `errno` for which the descriptor takes no more, if so.
    ///
    /// Waits where the descriptor does not block and has no room.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> (written: Int, failure: Int32?) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&entry, 1, 1000)
            } else if errno != EINTR {
                return (bytes.count - rest.count, errno)
            }
        }
        return (bytes.count, nil)
    }
}
