package import CLinux
import Glibc

/// An epoll set, level-triggered but for wake-ups.
package struct Epoll: ~Copyable {
    /// What a descriptor is watched for, and what epoll reports.
    package struct Interest: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let read = Interest(rawValue: EPOLLIN.rawValue)
        package static let write = Interest(rawValue: EPOLLOUT.rawValue)
        /// The peer has shut its write side.
        package static let peerEnd = Interest(rawValue: EPOLLRDHUP.rawValue)
        package static let hangUp = Interest(rawValue: EPOLLHUP.rawValue)
        package static let error = Interest(rawValue: EPOLLERR.rawValue)
        package static let edge = Interest(rawValue: EPOLLET.rawValue)
    }

    let descriptor: FileDescriptor

    package init() throws(HTTPServerError) {
        descriptor = FileDescriptor(
            try SystemCall.require("cannot make an event loop") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    }

    /// Watches `number`; an errno if the system has no room for it.
    package func add(_ number: Int32, _ interest: Interest, _ ticket: Ticket) -> Int32? {
        control(EPOLL_CTL_ADD, number, interest, ticket)
    }

    /// Watches `number`, already in the set, for something else.
    package func change(_ number: Int32, _ interest: Interest, _ ticket: Ticket) -> Int32? {
        control(EPOLL_CTL_MOD, number, interest, ticket)
    }

    private func control(_ what: Int32, _ number: Int32, _ interest: Interest, _ ticket: Ticket) -> Int32? {
        var event = epoll_event()
        event.events = interest.rawValue
        event.data.u64 = ticket.bits
        return epoll_ctl(descriptor.number, what, number, &event) == 0 ? nil : errno
    }

    /// Waits up to `milliseconds` and says how many of `events` were filled in.
    package func wait(_ events: UnsafeMutableBufferPointer<epoll_event>, milliseconds: Int32) -> Int {
        let count = epoll_wait(descriptor.number, events.baseAddress, Int32(events.count), milliseconds)
        // A signal is as good as nothing to do: the loop looks around and waits again.
        return max(0, Int(count))
    }
}
