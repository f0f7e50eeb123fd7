import Dispatch
import Synchronization

/// Counts what is over of so much that was begun, from any thread.
final class Tally: Sendable {
    private let wanted: Int
    private let counts = Mutex((over: 0, failures: 0))
    private let isOver = DispatchSemaphore(value: 0)

    init(_ wanted: Int) {
        self.wanted = wanted
    }

    /// So many more are over, with so many failures.
    func take(_ count: Int, failures: Int) {
        let over = counts.withLock { counts in
            counts.over += count
            counts.failures += failures
            return counts.over
        }
        if over >= wanted { isOver.signal() }
    }

    /// Waits for all; how many failed.
    func wait() -> Int {
        isOver.wait()
        return counts.withLock { $0.failures }
    }
}
