import ActivityResolver
import Dispatch
import Push
import Synchronization

/// A sender that keeps what it is given, and says that it went well.
final class KeepingSender: Sender {
    private struct State {
        var report: (@Sendable ([PushResult]) -> Void)?
        var taken: [Push] = []
    }

    private let state = Mutex(State())
    private let came = DispatchSemaphore(value: 0)

    /// What it was given so far.
    var taken: [Push] { state.withLock { $0.taken } }

    /// Waits until it is given something; false where nothing comes.
    func waitForPushes() -> Bool {
        came.wait(timeout: .now() + 30) == .success
    }

    var kind: TargetKind { .plain }
    var takesStartTokens: Bool { false }

    func start(report: @escaping @Sendable ([PushResult]) -> Void) {
        state.withLock { $0.report = report }
    }

    func send(_ pushes: [Push]) {
        let report = state.withLock { state in
            state.taken += pushes
            return state.report
        }
        came.signal()
        report?(pushes.map { PushResult(push: $0, outcome: .ok) })
    }

    /// Tells what became of pushes, whoever sent them.
    func tell(_ results: [PushResult]) {
        state.withLock { $0.report }?(results)
    }

    func preview(_ push: Push) -> String { "" }
    func stop(within seconds: Double) {}
    func waitUntilStopped() {}
}
