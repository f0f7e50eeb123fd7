import CLinux
import Glibc

/// Writes what waits of an answer's head and of a stream's pieces with one system call, from where they lie.
///
/// Used by one thread at a time.
final class GatheredWrite {
    // More pieces wait only for a reader that is slow anyhow.
    private static let most = 64

    private let vectors = UnsafeMutableBufferPointer<iovec>.allocate(capacity: most)

    deinit { vectors.deallocate() }

    /// Sends `first` and after it what waits of `stream`, as much as goes.
    func send(_ first: UnsafeRawBufferPointer, _ stream: OutgoingStream, to descriptor: Int32) -> SystemCall {
        var count = 0
        let add = { [vectors] (bytes: UnsafeRawBufferPointer) in
            vectors[count] = iovec(
                iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
            count += 1
        }
        if !first.isEmpty { add(first) }
        stream.unwritten(Self.most - count, add)
        var message = msghdr()
        message.msg_iov = vectors.baseAddress
        message.msg_iovlen = count
        return SystemCall { sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL)) }
    }
}
