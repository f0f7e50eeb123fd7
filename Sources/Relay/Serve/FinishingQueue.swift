import Dispatch
import Synchronization

/// Where what was committed is finished, in order: made durable, answered, sent, while the engine works on what comes
/// next.
final class FinishingQueue: Sendable {
    private let queue = DispatchQueue(label: "engine.finishing")
    private let room = DispatchSemaphore(value: mostWaiting)
    private let waiting = Mutex<[CommittedBatch]>([])

    /// How much may wait while what was taken before is finished: more would make for smaller batches, not for earlier
    /// answers.
    private static let mostWaiting = 2

    /// Finishes a batch after all before it, together with what else waits by then; waits while as many as may be do.
    func add(_ batch: CommittedBatch, _ finish: @escaping @Sendable ([CommittedBatch]) -> Void) {
        room.wait()
        let isFirst = waiting.withLock { waiting in
            waiting.append(batch)
            return waiting.count == 1
        }
        if isFirst { queue.async { finish(self.takeAll()) } }
    }

    private func takeAll() -> [CommittedBatch] {
        let taken = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for _ in taken { room.signal() }
        return taken
    }

    /// Calls once all that was added is finished.
    func then(_ call: @escaping @Sendable () -> Void) {
        queue.async(execute: call)
    }

    /// Waits until all that was added is finished. Not to be called from what finishes.
    func wait() {
        queue.sync {}
    }
}
