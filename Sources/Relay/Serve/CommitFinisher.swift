import Dispatch
import HTTPServer
import Push
import Storage
import Synchronization
import Telemetry

/// Makes what was committed durable, and only then answers it, hands its pushes over, and tells who follows activities.
// `untold` is touched on the finishing queue alone.
final class CommitFinisher: @unchecked Sendable {
    /// What was not as it should be.
    struct Trouble {
        /// Why the store could not be made durable, if so.
        var fault: (any Error)?
        /// What did not go out, by sender.
        var unsent: [String: [PushResult]] = [:]
    }

    /// Who follows activities.
    let streams = StreamHub()
    private let store: any Store
    private let metrics: RelayMetrics
    private let load: EngineLoad
    // What was committed and not made durable, which is not told before it is; nil if all is.
    private var untold: [ActivityChange]?
    // When the sync under way began, nanoseconds of the uptime; 0 if none is.
    private let syncBegan = Atomic<UInt64>(0)

    init(store: any Store, metrics: RelayMetrics, load: EngineLoad) {
        self.store = store
        self.metrics = metrics
        self.load = load
    }

    /// Whether all that was committed is durable.
    var isAllDurable: Bool { untold == nil }

    /// How long a sync may take before it is told that it does, seconds.
    private static let patience = 5.0

    /// What is wrong with the disk, if it lets a sync wait for long.
    func stall(at now: DispatchTime = .now()) -> String? {
        let began = syncBegan.load(ordering: .relaxed)
        guard began != 0, now.uptimeNanoseconds > began else { return nil }
        let seconds = Double(now.uptimeNanoseconds - began) / 1e9
        guard seconds > Self.patience else { return nil }
        return "the disk has not taken the last commit for \(Int(seconds)) s; check it"
    }

    /// Finishes batches that were committed in this order, by one sync.
    func finish(_ committed: [CommittedBatch]) -> Trouble {
        do {
            try sync()
        } catch {
            return disown(committed, error)
        }
        for batch in committed { metrics.commitSeconds.observe(batch.begin.secondsSince) }
        answer(committed)
        var trouble = Trouble()
        for batch in committed {
            trouble.unsent.merge(handOver(batch.batch.pushes, to: batch.senders), uniquingKeysWith: +)
            tell(batch.batch.changes)
        }
        return trouble
    }

    /// Once the store can be written again, all that was committed gets durable.
    func tellUntold() {
        if untold != nil, (try? sync()) != nil { tell([]) }
    }

    private func sync() throws {
        syncBegan.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed)
        defer { syncBegan.store(0, ordering: .relaxed) }
        try store.sync()
    }

    private func tell(_ changes: [ActivityChange]) {
        streams.publish((untold ?? []) + changes)
        untold = nil
    }

    private func answer(_ committed: [CommittedBatch]) {
        var answers: [(Exchange, Response)] = []
        answers.reserveCapacity(committed.reduce(0) { $0 + $1.jobs.count })
        for batch in committed {
            load.answered(batch.jobs)
            for (job, reply) in zip(batch.jobs, batch.batch.replies.suffix(batch.jobs.count)) {
                count(reply)
                guard let response = job.render(reply) else { continue }
                answers.append((job.pending.exchange, job.pending.labelled(response)))
            }
        }
        Exchange.respond(answers)
    }

    private func count(_ reply: Reply) {
        guard case .answers(let answers) = reply else { return }
        for answer in answers { metrics.events[EventOutcome(answer)].add() }
    }

    /// Hands pushes over; what there is no sender for.
    private func handOver(_ pushes: [Push], to senders: [String: RunningSender]) -> [String: [PushResult]] {
        load.handedOver(pushes.count)
        var unsent: [String: [PushResult]] = [:]
        for (name, pushes) in Self.bySender(pushes) {
            if let sender = senders[name]?.sender {
                sender.send(pushes)
            } else {
                unsent[name] = Self.failed(pushes, "there is no sender \"\(name)\" in the configuration")
            }
        }
        return unsent
    }

    /// What is committed and perhaps never durable is not sent before it is, and nobody is told that it is stored.
    private func disown(_ committed: [CommittedBatch], _ error: any Error) -> Trouble {
        var trouble = Trouble(fault: error)
        for batch in committed {
            metrics.commitFailures.add()
            load.answered(batch.jobs)
            Exchange.respond(
                batch.jobs, .unavailable("the store cannot be written; it may have been applied; try again"))
            load.handedOver(batch.batch.pushes.count)
            let unsent = Self.bySender(batch.batch.pushes)
                .mapValues { Self.failed($0, "the store cannot be written: \(error)") }
            trouble.unsent.merge(unsent, uniquingKeysWith: +)
            untold = (untold ?? []) + batch.batch.changes
        }
        return trouble
    }

    /// The pushes of each sender, in order; most of the time there is but one.
    private static func bySender(_ pushes: [Push]) -> [String: [Push]] {
        guard let name = pushes.first?.sender else { return [:] }
        guard pushes.contains(where: { $0.sender != name }) else { return [name: pushes] }
        return Dictionary(grouping: pushes, by: \.sender)
    }

    private static func failed(_ pushes: [Push], _ reason: String) -> [PushResult] {
        pushes.map { PushResult(push: $0, outcome: .retry(Failure(reason))) }
    }
}
