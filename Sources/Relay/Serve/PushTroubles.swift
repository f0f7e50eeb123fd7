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
        /// Those of them of which the log says so.
        var told: Set<String> = []
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
            let push = result.push
            switch result.outcome {
            case .ok: recover(sender)
            // Nobody answered, but nobody was found away either.
            case .unknown(let detail): say(detail, "nobody answered, and it is not repeated", push, sender)
            case .retry(let failure) where failure.scope != .target: fail(failure, push, sender)
            case .retry(let failure):
                recover(sender)
                say(failure.detail, "a push failed and will be repeated", push, sender)
            case .dropped(let detail):
                recover(sender)
                say(detail, "a push was refused and is given up", push, sender)
            case .dead(let reason, _):
                recover(sender)
                say(reason, "a target is pushed to no more", push, sender)
            }
        }
    }

    private func fail(_ failure: Failure, _ push: Push, _ sender: String) {
        state.withLock { $0.failing[sender] = failure }
        let message =
            failure.scope == .key
            ? "a sender is stopped until this is mended; one push is tried now and then"
            : "a push failed and will be repeated"
        if say(failure.detail, message, push, sender) { state.withLock { _ = $0.told.insert(sender) } }
    }

    /// The senders whose services take nothing at present, and why.
    var failing: [String: Failure] { state.withLock { $0.failing } }

    /// What these senders' services took nothing for may be over.
    func forget(_ senders: some Sequence<String>) {
        state.withLock { state in
            for sender in senders {
                state.failing[sender] = nil
                state.told.remove(sender)
            }
        }
    }

    /// Whoever answers is there; of what the log has told it tells the end too.
    private func recover(_ sender: String) {
        let wasTold = state.withLock { state in
            if state.failing.isEmpty { return false }
            state.failing[sender] = nil
            return state.told.remove(sender) != nil
        }
        if wasTold { logger.info("pushes are taken again", LogField("sender", sender)) }
    }

    /// Whether it was said, and not only a moment ago.
    @discardableResult
    private func say(_ detail: String, _ message: String, _ push: Push, _ sender: String) -> Bool {
        guard isDue(message + Self.kind(of: detail), sender) else { return false }
        let fields = [
            LogField("sender", sender), LogField("error", detail), LogField("conversionId", push.conversionId),
            LogField("target", push.planned.target),
        ]
        logger.log(.warning, message, fields + LogField.trace(push.trace))
        return true
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
