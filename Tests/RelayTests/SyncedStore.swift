import Dispatch
import Storage
import Synchronization
import TestSupport

/// A store that the test may keep from being durable.
final class SyncedStore: Store {
    private struct State {
        var holds = false
        var failure: StoreError?
    }

    private let inner: any Store
    private let state = Mutex(State())
    private let asked = DispatchSemaphore(value: 0)
    private let mayGoOn = DispatchSemaphore(value: 0)

    init(_ inner: any Store) {
        self.inner = inner
    }

    /// From now on whoever wants it durable waits.
    func hold() {
        state.withLock { $0.holds = true }
    }

    /// Waits until somebody waits; false where nobody does.
    func waitForSync() -> Bool {
        asked.wait(timeout: .now() + TestClock.patience) == .success
    }

    /// Lets who waits go on, to success or to a failure that stays, and nobody wait from then on.
    func letGo(_ failure: StoreError? = nil) {
        state.withLock { $0 = State(failure: failure) }
        mayGoOn.signal()
    }

    func sync() throws {
        guard state.withLock({ $0.holds }) else { return try check() }
        asked.signal()
        _ = mayGoOn.wait(timeout: .now() + TestClock.patience)
        try check()
    }

    private func check() throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    func commit<Result>(_ body: (any StoreTransaction) throws -> Result) throws -> Result {
        try inner.commit(body)
    }

    func read<Result>(_ body: (any StoreReading) throws -> Result) throws -> Result {
        try inner.read(body)
    }

    func tryWriting() throws {}
    func earliestDue() throws -> Double? { try inner.earliestDue() }
    func maintain() throws { try inner.maintain() }
    var visibleFault: StoreError? { inner.visibleFault }
    func files() -> StoreFiles? { inner.files() }
    var holdings: StoreHoldings { inner.holdings }
    func close() { inner.close() }
}
