import ActivityResolver
import Push
import Telemetry

/// What is counted of one sender.
final class SenderMetrics: Sendable {
    /// Pushes by what they tell and what became of them.
    let pushes = CounterGrid<PushKind, PushOutcome>()
    /// Tokens that its service called dead.
    let tokensDropped = LabelledCounters<TokenEnd>()
    /// How long pushes took from being handed over to their outcome, seconds.
    let seconds = Histogram()
    /// Whether pushes are kept back: 1 while the service, or the key, takes none.
    let serviceBreaker = Gauge()
    let keyBreaker = Gauge()
    /// Activities of which a push is kept back.
    let held = Gauge()

    /// Counts what became of pushes, learned at `now`, Unix seconds.
    func count(_ results: [PushResult], at now: Double) {
        for result in results {
            pushes[PushKind(result.push.planned.event), PushOutcome(result.outcome)].add()
            if case .dead(let detail, _) = result.outcome { tokensDropped[TokenEnd(detail)].add() }
            // A clock that was set back would make it less than nothing.
            seconds.observe(max(0, now - result.push.sentAt))
        }
    }
}
