import ActivityResolver
import Push
import Synchronization
import Telemetry

/// Says in the log what goes wrong with pushes: each trouble when it comes and once a minute while it goes on, and that
/// a service is there again.
final class PushTroubles: Sendable {
    private struct State {
        /// When each trouble of each sender was last said.
        var saidAt: [String: [String: Double]] = [:]
        /// The senders whose services take nothing, and why.
        var failing: [String: Failure] = [:]
    }

    private let logger: Logger
    private let now: @Sendable () -> Double
    private let state = Mutex(State())

    init(logger: Logger, now: @escaping @Sendable () -> Double) {
        self.logger = logger
        self.now = now
    }

    /// Seconds between two lines of one trouble.
    private static let interval = 60.0
    /// More troubles at a time are not told apart.
    private static let mostKnown = 50

    /// Takes what became of pushes of a sender.
    func note(_ results: [PushResult], of sender: String) {
        for result in results {
            switch result.outcome {
            case .retry(let failure) where failure.scope != .target: state.withLock { $0.failing[sender] = failure }
            // Nobody answered, but nobody was found away either.
            case .unknown: break
            case .ok, .retry, .dropped, .dead: recover(sender)
            }
            switch result.outcome {
            case .ok: break
            case .unknown(let detail): say(detail, "nobody answered, and it is not repeated", result.push, sender)
            case .retry(let failure): say(failure.detail, "a push failed and will be repeated", result.push, sender)
            case .dropped(let detail): say(detail, "a push was refused and is given up", result.push, sender)
            case .dead(let reason, _): say(reason, "a target is pushed to no more", result.push, sender)
            }
        }
    }

    /// The senders whose services take nothing at present, and why.
    var failing: [String: Failure] { state.withLock { $0.failing } }

    /// What these senders' services took nothing for may be over.
    func forget(_ senders: some Sequence<String>) {
        state.withLock { state in
            for sender in senders { state.failing[sender] = nil }
        }
    }

    /// Whoever answers is there.
    private func recover(_ sender: String) {
        let wasFailing = state.withLock { state in
            !state.failing.isEmpty && state.failing.removeValue(forKey: sender) != nil
        }
        if wasFailing, isDue("recovered", sender) {
            logger.info("pushes are taken again", LogField("sender", sender))
        }
    }

    private func say(_ detail: String, _ message: String, _ push: Push, _ sender: String) {
        guard isDue(message + Self.kind(of: detail), sender) else { return }
        logger.warning(
            message, LogField("sender", sender), LogField("error", detail),
            LogField("conversionId", push.conversionId), LogField("target", push.planned.target))
    }

    /// What tells a trouble from another: without what a service adds to it, and without numbers that differ each time.
    private static func kind(of detail: String) -> String {
        let words = detail.prefix { $0 != ":" }.split(separator: " ")
        return words.filter { Int($0).map { (100..<600).contains($0) } ?? true }.joined(separator: " ")
    }

    private func isDue(_ trouble: String, _ sender: String) -> Bool {
        let instant = now()
        return state.withLock { state in
            var known = state.saidAt[sender, default: [:]]
            // An instant ahead is from before the clock was set back.
            if let last = known[trouble], last <= instant, instant - last < Self.interval { return false }
            if known.count >= Self.mostKnown { known = [:] }
            known[trouble] = instant
            state.saidAt[sender] = known
            return true
        }
    }
}
