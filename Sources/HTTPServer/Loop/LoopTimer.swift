import CLinux
import Glibc

/// A timerfd: the one coarse timer of a loop.
struct LoopTimer: ~Copyable {
    let descriptor: FileDescriptor

    init() throws(HTTPServerError) {
        descriptor = FileDescriptor(
            try SystemCall.require("cannot make an event loop's timer") {
                timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
            })
    }

    /// Goes off once, in so many nanoseconds; 0 stops it. Arming it again takes back what it has reported.
    func arm(_ nanoseconds: Int64) {
        var spec = itimerspec()
        spec.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
        spec.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
        timerfd_settime(descriptor.number, 0, &spec, nil)
    }
}
