import CLinux
import Glibc

/// An eventfd by which any thread wakes a loop.
package struct WakeUp: ~Copyable, Sendable {
    package let descriptor: FileDescriptor

    package init() throws(HTTPServerError) {
        descriptor = FileDescriptor(
            try SystemCall.require("cannot make an event loop's wake-up") {
                eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
            })
    }

    /// Wakes the loop. It watches for edges, so the count is never read back; it would be full in centuries.
    package func signal() {
        var one: UInt64 = 1
        _ = SystemCall { write(descriptor.number, &one, 8) }
    }
}
