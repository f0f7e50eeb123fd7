import Dispatch
import Push
import Synchronization

/// Hands what became of a push from the thread that learns it to one that waits for it.
final class OutcomeBox: Sendable {
    private let outcome = Mutex<Outcome?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func put(_ outcome: Outcome?) {
        self.outcome.withLock { $0 = outcome }
        isThere.signal()
    }

    /// Waits for it.
    func take() -> Outcome? {
        isThere.wait()
        return outcome.withLock { $0 }
    }
}
