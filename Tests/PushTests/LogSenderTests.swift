import ActivityResolver
import Glibc
import Push
import Synchronization
import TestSupport
import Testing

/// The sender that writes pushes as lines.
@Suite struct `Log sender` {
    private static let push = Push(
        sender: "log", sentAt: 1_790_000_000, conversionId: "gen-1", subscriberId: nil, number: 1,
        planned: PlannedPush(
            target: "log", event: .update, priority: 10,
            contentState: ContentState(status: "generating", displayStatus: "Generating…", progress: 0.4),
            reason: .progress))

    /// In a process of its own, whose memory is looked at.
    @Test func `tells of each push alike, however many there were before`() async {
        await #expect(processExitsWith: .success) {
            let told = Atomic(0)
            let null = open("/dev/null", O_WRONLY)
            let sender = LogSender(descriptor: null)
            sender.start { told.add($0.count, ordering: .relaxed) }
            func send(_ count: Int) {
                let all = told.load(ordering: .relaxed) + count
                for _ in 0..<count { sender.send([Self.push]) }
                precondition(TestClock.eventually { told.load(ordering: .relaxed) == all }, "pushes are not told of")
            }
            // What the process grows to in use; then the same nine times more.
            for _ in 0..<10 { send(1000) }
            let before = ProcessFigures(of: getpid()).residentBytes
            for _ in 0..<90 { send(1000) }
            let growth = ProcessFigures(of: getpid()).residentBytes - before
            precondition(growth < 1024 * 1024, "memory grows by \(growth / 1024) KiB")
        }
    }
}
