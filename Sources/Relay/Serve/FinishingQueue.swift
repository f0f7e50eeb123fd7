import Dispatch

/// Where what was committed is finished, in order: made durable, answered, sent, while the engine works on what comes
/// next.
final class FinishingQueue: Sendable {
    private let queue = DispatchQueue(label: "engine.finishing")
    private let room = DispatchSemaphore(value: mostUnderWay)

    /// How much may be under way: more would make for smaller batches, not for earlier answers.
    private static let mostUnderWay = 2

    /// Finishes a batch after all before it; waits while as many as may be are under way.
    func add(_ finish: @escaping @Sendable () -> Void) {
        room.wait()
        queue.async {
            finish()
            self.room.signal()
        }
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
