import ActivityResolver
import Glibc
import Push
import Synchronization
import Testing

/// The sender that writes lines.
@Suite struct LogSenderTests {
    /// A closure that is read out of a generic container is wrapped at each reading: a chain of so many wrappers
    /// overflows the stack.
    @Test func `as many pushes as come leave whom to tell as it was`() {
        let none = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(none) }
        let sender = LogSender(descriptor: none)
        let reports = Mutex(0)
        sender.start { _ in reports.withLock { $0 += 1 } }
        for _ in 0..<100_000 { sender.send([]) }
        sender.stop(within: 60)
        sender.waitUntilStopped()
        #expect(reports.withLock { $0 } == 100_000)
    }
}
