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

    @Test func `what comes after its end is not written, and nobody is told of it`() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let sender = LogSender(descriptor: ends[1])
        let reports = Mutex(0)
        sender.start { results in reports.withLock { $0 += results.count } }
        sender.send([push])
        sender.stop(within: 60)
        sender.send([push, push])
        sender.waitUntilStopped()
        // What was asked for last, for what was asked for before to be over.
        sender.start { _ in }
        close(ends[1])
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = read(ends[0], &bytes, bytes.count)
        close(ends[0])
        #expect(reports.withLock { $0 } == 1)
        #expect(bytes.prefix(max(count, 0)).count { $0 == UInt8(ascii: "\n") } == 1)
    }

    private var push: Push {
        Push(
            sender: "log", sentAt: 1, conversionId: "gen-1", subscriberId: nil, number: 1,
            planned: PlannedPush(
                target: "log", event: .start, priority: 10,
                contentState: ContentState(status: "starting", displayStatus: "Starting…", progress: 0),
                reason: .start))
    }
}
