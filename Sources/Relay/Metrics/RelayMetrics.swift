import HTTPServer
import Synchronization
import Telemetry

/// What the relay counts while it works; added to from any thread, and without waiting.
final class RelayMetrics: Sendable {
    /// Events by what became of them.
    let events = LabelledCounters<EventOutcome>()
    /// Requests by route and status.
    let requests = RequestCounters()
    /// How long batches took, from their first event to the end of their commit, seconds.
    let commitSeconds = Histogram()
    /// Batches that the store did not take.
    let commitFailures = Counter()
    /// Connections.
    let server = ServerCounters()

    private let known = Mutex<[String: SenderMetrics]>([:])

    /// What is counted of the sender of that name; to be asked for once, not with each push. It outlives the sender, so
    /// that nothing that was counted falls back to 0 while the relay runs.
    func sender(_ name: String) -> SenderMetrics {
        known.withLock { known in
            if let metrics = known[name] { return metrics }
            let metrics = SenderMetrics()
            known[name] = metrics
            return metrics
        }
    }

    /// All senders that there were, by name.
    var senders: [(name: String, metrics: SenderMetrics)] {
        known.withLock { $0.map { ($0.key, $0.value) } }.sorted { $0.0 < $1.0 }
    }

    /// Publishes what breakers keep back.
    func publish(_ report: [String: Breakers.Report]) {
        for (name, metrics) in senders {
            let report = report[name] ?? Breakers.Report()
            metrics.serviceBreaker.set(report.isServiceOpen ? 1 : 0)
            metrics.keyBreaker.set(report.isKeyOpen ? 1 : 0)
            metrics.held.set(Int64(report.held))
        }
    }
}
