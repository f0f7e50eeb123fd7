import HTTPServer
import Synchronization

/// The control port's requests on their way to the push port's thread, which owns the simulator.
final class ControlInbox: Sendable {
    private let waiting = Mutex<[(ControlRequest, Exchange)]>([])
    /// What wakes that thread.
    let wakeUp: WakeUp

    init() throws(HTTPServerError) {
        wakeUp = try WakeUp()
    }

    /// Adds a request, from any thread.
    func post(_ request: ControlRequest, _ exchange: Exchange) {
        waiting.withLock { $0.append((request, exchange)) }
        wakeUp.signal()
    }

    /// Gives up what waits.
    func take() -> [(ControlRequest, Exchange)] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
