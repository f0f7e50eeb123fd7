import Synchronization

/// A clock moved by hand, for what runs in threads.
final class TestTime: Sendable {
    private let instant: Mutex<Double>

    init(_ now: Double) {
        instant = Mutex(now)
    }

    /// Unix seconds.
    var now: Double {
        get { instant.withLock { $0 } }
        set { instant.withLock { $0 = newValue } }
    }
}
