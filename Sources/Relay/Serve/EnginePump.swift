import ActivityResolver
import Dispatch
import HTTPServer
import Push
import Storage
import Synchronization
import Telemetry

/// Runs the engine on one queue: takes whatever waits into one commit, and wakes when something is due. On another, once
/// the commit is durable, it answers and hands pushes over, while the engine works on the next.
// The engine, the timer and what else is not in a lock are touched on `queue` alone, but for what finishing has.
final class EnginePump: @unchecked Sendable {
    private let engine: Engine
    private var senders: [String: RunningSender]
    // Those that were replaced and still have something under way.
    private var leaving: [RunningSender] = []
    private let departures = DispatchGroup()
    private let logger: Logger
    private let now: @Sendable () -> Double
    private let queue = DispatchQueue(label: "engine")
    private let finishing = FinishingQueue()
    private let inbox = Mutex(Inbox())
    private let waiting = Atomic(0)
    private let underWay = Atomic(0)
    private let fault = Mutex<String?>(nil)
    private let metrics: RelayMetrics
    private var hadOpenBreakers = false
    /// What goes wrong with pushes.
    let troubles: PushTroubles
    /// Who follows activities.
    let streams = StreamHub()
    private let timer: any DispatchSourceTimer
    private var isOver = false
    // On the finishing queue alone: what was committed and not made durable, which is not told before it is; nil if all is.
    private var untold: [ActivityChange]?
    // After a failure outcomes and timers wait until then; requests are tried all the same.
    private var restsUntil = -Double.infinity
    private var lastPruning = -Double.infinity
    // More is to be pruned: it goes piece by piece, so that nobody waits for all of it.
    private var prunesOn = false

    private struct Inbox {
        // By turns, so that a client that sends much makes others wait for one of its requests, not for all.
        var jobs = FairQueue<ConnectionId, Job>()
        // As they were told together.
        var outcomes: [[PushResult]] = []
        var calls: [@Sendable (Bool) -> Void] = []
        var isDraining = false
        var flushesSoon = false
        var hurries = false
        var isClosed = false

        /// The next requests, up to a weight; one at least, where any waits.
        mutating func takeJobs(weighing most: Int) -> [Job] {
            var taken: [Job] = []
            var weight = 0
            while let next = jobs.first, taken.isEmpty || weight + next.command.weight <= most {
                weight += next.command.weight
                if let job = jobs.takeFirst() { taken.append(job) }
            }
            return taken
        }

        /// The next outcomes, as many as were told together at a time, until there are enough.
        mutating func takeOutcomes(_ enough: Int) -> [[PushResult]] {
            var count = 0
            let end = outcomes.firstIndex { lot in
                defer { count += lot.count }
                return count >= enough
            }
            defer { outcomes.removeFirst(end ?? outcomes.count) }
            return Array(outcomes[..<(end ?? outcomes.count)])
        }

        mutating func takeCalls() -> [@Sendable (Bool) -> Void] {
            defer { calls = [] }
            return calls
        }
    }

    init(
        engine: Engine, senders: [String: RunningSender], metrics: RelayMetrics, logger: Logger,
        now: @escaping @Sendable () -> Double
    ) {
        self.engine = engine
        self.metrics = metrics
        self.senders = senders
        self.logger = logger
        self.now = now
        troubles = PushTroubles(logger: logger, now: now)
        timer = DispatchSource.makeTimerSource(queue: queue)
    }

    /// How much may wait before requests are refused.
    private static let mostWaiting = 20_000
    /// How many pushes may be under way before requests are refused.
    private static let mostUnderWay = 100_000
    /// How much one commit takes, at least and at most, and what part of all that is not yet answered: while one half is
    /// committed, the other is made durable and answered, and comes in anew.
    private static let batchWeights = 32...200
    private static let batchPart = 2
    /// How many outcomes one commit learns.
    private static let batchOutcomes = 1000
    /// How long an outcome may wait for a commit to ride in, seconds.
    private static let outcomeDelay = 0.05
    /// How long outcomes and timers wait after a failure of the store, seconds.
    private static let rest = 1.0
    /// The longest wait, so that a clock that is set neither delays nor doubles anything, seconds.
    private static let longestWait = 1.0

    /// Whether intake should refuse.
    var isOverloaded: Bool {
        waiting.load(ordering: .relaxed) > Self.mostWaiting || underWay.load(ordering: .relaxed) > Self.mostUnderWay
    }

    /// What waits, and how much may.
    struct Load {
        var waiting: Int
        var mostWaiting: Int
        var underWay: Int
        var mostUnderWay: Int
        var isStoreWritable: Bool
    }

    /// What waits now.
    var load: Load {
        Load(
            waiting: waiting.load(ordering: .relaxed), mostWaiting: Self.mostWaiting,
            underWay: underWay.load(ordering: .relaxed), mostUnderWay: Self.mostUnderWay,
            isStoreWritable: storeFault == nil)
    }

    /// What is wrong with the store, if it could not be written last time.
    var storeFault: String? { fault.withLock { $0 } }

    /// Begins with what an earlier process left: what is owed, and what came due meanwhile.
    func start() throws {
        try begin(Array(senders.values))
        try queue.sync { try engine.recover(at: now()) }
        timer.setEventHandler { @Sendable [weak self] in self?.drain() }
        timer.activate()
        queue.async { self.drain() }
    }

    /// Lets senders begin; where one cannot, none does.
    func begin(_ senders: [RunningSender]) throws {
        for (index, sender) in senders.enumerated() {
            do {
                let name = sender.name
                try sender.start { [weak self, counts = metrics.sender(name)] results in
                    self?.take(results, of: name, counts)
                }
            } catch {
                for begun in senders[...index] { begun.stop(within: 0) }
                throw error
            }
        }
    }

    /// Goes by these from now on; `alongside` is done between two commits, with it.
    ///
    /// Senders that are no more among them end once what they have under way is through.
    func adopt(
        _ rules: Rules, _ settings: EngineSettings, _ senders: [String: RunningSender],
        alongside: @Sendable () -> Void
    ) {
        queue.sync {
            // What was committed before goes by the senders of before.
            finishing.wait()
            let replaced = self.senders.values.filter { senders[$0.name] !== $0 }
            self.senders = senders
            engine.adopt(rules, settings)
            troubles.forget(replaced.map(\.name))
            alongside()
            for sender in replaced { letGo(sender) }
            drain()
        }
    }

    /// How long a sender that was replaced may take to end, seconds.
    private static let departure = 30.0

    private func letGo(_ sender: RunningSender) {
        leaving.append(sender)
        sender.replace(within: Self.departure)
        // A thread that waits, not one of Dispatch's few.
        DispatchQueue(label: "engine.departure").async(group: departures) { [self] in
            sender.waitUntilStopped()
            queue.async { self.leaving.removeAll { $0 === sender } }
        }
    }

    /// Takes requests in, in order.
    func submit(_ jobs: [Job]) {
        waiting.add(jobs.reduce(0) { $0 + $1.command.weight }, ordering: .relaxed)
        let (isClosed, mustDrain) = inbox.withLock { inbox in
            guard !inbox.isClosed else { return (true, false) }
            for job in jobs { inbox.jobs.append(job, of: job.pending.exchange.connection) }
            defer { inbox.isDraining = true }
            return (false, !inbox.isDraining)
        }
        if isClosed {
            answer(jobs, .unavailable("the relay is stopping"))
        } else if mustDrain {
            queue.async { self.drain() }
        }
    }

    /// Calls once the commit under way, if there is one, is through and its changes are told, with whether all of them are
    /// durable; on a queue of the engine's, so it must not block.
    func afterCommit(_ call: @escaping @Sendable (_ isDurable: Bool) -> Void) {
        let mustDrain = inbox.withLock { inbox in
            inbox.calls.append(call)
            defer { inbox.isDraining = true }
            return !inbox.isDraining
        }
        if mustDrain { queue.async { self.drain() } }
    }

    private func take(_ results: [PushResult], of sender: String, _ counts: SenderMetrics) {
        counts.count(results, at: now())
        settle(results, of: sender)
    }

    private func settle(_ results: [PushResult], of sender: String) {
        underWay.subtract(results.count, ordering: .relaxed)
        troubles.note(results, of: sender)
        let now = now()
        report(
            results.map { result in
                var result = result
                result.answeredAt = now
                return result
            })
    }

    /// Takes what became of pushes; it rides in the next commit, alone within a moment.
    private func report(_ results: [PushResult]) {
        let delay: Double? = inbox.withLock { inbox in
            inbox.outcomes.append(results)
            if inbox.isDraining || (inbox.flushesSoon && !inbox.hurries) { return nil }
            defer { inbox.hurries = false }
            inbox.flushesSoon = true
            return inbox.hurries ? 0 : Self.outcomeDelay
        }
        if let delay { queue.asyncAfter(deadline: .now() + delay) { self.drain() } }
    }

    /// Finishes what waits, for the last time: afterwards requests are refused.
    ///
    /// Pushes that no service has answered after so many seconds are owed, and sent after the next start.
    func stop(within seconds: Double) {
        let (senders, leaving): ([RunningSender], [RunningSender]) = queue.sync {
            drain()
            return (Array(self.senders.values), self.leaving)
        }
        finishing.wait()
        // All of them first, so that their times run side by side.
        for sender in senders + leaving { sender.stop(within: seconds) }
        for sender in senders { sender.waitUntilStopped() }
        _ = departures.wait(timeout: .now() + seconds)
        inbox.withLock { $0.isClosed = true }
        queue.sync {
            drain()
            isOver = true
            timer.cancel()
        }
        finishing.wait()
    }

    // MARK: On the queue

    private func drain() {
        guard !isOver else { return }
        while let (jobs, outcomes) = takeBatch() {
            run(jobs, outcomes)
            tidyUp()
        }
        if storeFault != nil, !rests { tryStore() }
        prune()
        rearm()
    }

    /// What the next commit takes: all outcomes, and requests up to a weight, each whole; nil if nothing waits or is due.
    private func takeBatch() -> (jobs: [Job], outcomes: [PushResult])? {
        let rests = rests
        let weight = batchWeight
        let (jobs, lots, calls): ([Job], [[PushResult]], [@Sendable (Bool) -> Void]) = inbox.withLock { inbox in
            let calls = inbox.takeCalls()
            let jobs = inbox.takeJobs(weighing: weight)
            inbox.isDraining = !jobs.isEmpty
            if rests { return (jobs, [], calls) }
            let lots = inbox.takeOutcomes(Self.batchOutcomes)
            if inbox.outcomes.isEmpty { inbox.flushesSoon = false }
            return (jobs, lots, calls)
        }
        for call in calls { finishing.then { call(self.untold == nil) } }
        let isDue = !rests && engine.isDue(at: now())
        return jobs.isEmpty && lots.isEmpty && !isDue ? nil : (jobs, lots.count == 1 ? lots[0] : Array(lots.joined()))
    }

    private var batchWeight: Int {
        let part = waiting.load(ordering: .relaxed) / Self.batchPart
        return min(max(part, Self.batchWeights.lowerBound), Self.batchWeights.upperBound)
    }

    private func run(_ jobs: [Job], _ outcomes: [PushResult]) {
        var commands = jobs.map(\.command)
        if !outcomes.isEmpty { commands.insert(.outcomes(outcomes), at: 0) }
        let begin = DispatchTime.now()
        do {
            engine.tellsChanges = streams.isWatched
            var batch = try engine.process(commands, at: now())
            if jobs.contains(where: { $0.trace != nil }) { batch.carry(jobs.map(\.trace)) }
            // It may have had nothing to write.
            if storeFault != nil { tryStore() }
            if batch.awaitsOutcome { inbox.withLock { $0.hurries = true } }
            let committed = CommittedBatch(jobs: jobs, batch: batch, senders: senders, begin: begin)
            finishing.add(committed) { self.finish($0) }
        } catch {
            metrics.commitFailures.add()
            fail(jobs, outcomes, error)
        }
        publishBreakers()
    }

    /// Most of the time none is open, and there is nothing to tell.
    private func publishBreakers() {
        let areOpen = !engine.breakers.areClosed
        if areOpen || hadOpenBreakers { metrics.publish(engine.breakers.report) }
        hadOpenBreakers = areOpen
    }

    private func count(_ reply: Reply) {
        guard case .answers(let answers) = reply else { return }
        for answer in answers { metrics.events[EventOutcome(answer)].add() }
    }

    private func fail(_ jobs: [Job], _ outcomes: [PushResult], _ error: any Error) {
        rest(after: error)
        inbox.withLock { $0.outcomes.insert(outcomes, at: 0) }
        answer(jobs, .unavailable("the store cannot be written; nothing was applied; try again"))
    }

    private func answer(_ jobs: [Job], _ response: Response) {
        waiting.subtract(jobs.reduce(0) { $0 + $1.command.weight }, ordering: .relaxed)
        Exchange.respond(jobs.map { ($0.pending.exchange, $0.pending.labelled(response)) })
    }

    // MARK: Finishing

    private func finish(_ committed: [CommittedBatch]) {
        do {
            try engine.store.sync()
            for batch in committed { metrics.commitSeconds.observe(batch.begin.secondsSince) }
            answer(committed)
            for batch in committed {
                handOver(batch.batch.pushes, to: batch.senders)
                streams.publish((untold ?? []) + batch.batch.changes)
                untold = nil
            }
        } catch {
            queue.async { self.rest(after: error) }
            for batch in committed {
                metrics.commitFailures.add()
                disown(batch, error)
                untold = (untold ?? []) + batch.batch.changes
            }
        }
    }

    /// Once the store can be written again, all that was committed gets durable.
    private func tellUntold() {
        guard let changes = untold, (try? engine.store.sync()) != nil else { return }
        streams.publish(changes)
        untold = nil
    }

    private func answer(_ committed: [CommittedBatch]) {
        var answers: [(Exchange, Response)] = []
        answers.reserveCapacity(committed.reduce(0) { $0 + $1.jobs.count })
        for batch in committed {
            waiting.subtract(batch.jobs.reduce(0) { $0 + $1.command.weight }, ordering: .relaxed)
            for (job, reply) in zip(batch.jobs, batch.batch.replies.suffix(batch.jobs.count)) {
                count(reply)
                guard let response = job.render(reply) else { continue }
                answers.append((job.pending.exchange, job.pending.labelled(response)))
            }
        }
        Exchange.respond(answers)
    }

    private func handOver(_ pushes: [Push], to senders: [String: RunningSender]) {
        underWay.add(pushes.count, ordering: .relaxed)
        for (name, pushes) in Dictionary(grouping: pushes, by: \.sender) {
            if let sender = senders[name]?.sender {
                sender.send(pushes)
            } else {
                fail(pushes, of: name, "there is no sender \"\(name)\" in the configuration")
            }
        }
    }

    private func fail(_ pushes: [Push], of sender: String, _ reason: String) {
        let outcome = Outcome.retry(Failure(reason))
        settle(pushes.map { PushResult(push: $0, outcome: outcome) }, of: sender)
    }

    /// What is committed and perhaps never durable is not sent before it is, and nobody is told that it is stored.
    private func disown(_ committed: CommittedBatch, _ error: any Error) {
        answer(committed.jobs, .unavailable("the store cannot be written; it may have been applied; try again"))
        let pushes = committed.batch.pushes
        underWay.add(pushes.count, ordering: .relaxed)
        for (name, pushes) in Dictionary(grouping: pushes, by: \.sender) {
            fail(pushes, of: name, "the store cannot be written: \(error)")
        }
    }

    // MARK: Store

    /// A fault is said once, and once more when it is over.
    private func note(_ error: any Error) {
        let text = "\(error)"
        let isNew = fault.withLock { fault in
            defer { fault = text }
            return fault != text
        }
        if isNew { logger.error("the store cannot be written", LogField("error", text)) }
    }

    /// After a failure: it is over once something was written, whether or not anybody asks for anything.
    private func tryStore() {
        do {
            try engine.store.tryWriting()
            clearFault()
        } catch {
            rest(after: error)
        }
    }

    private func rest(after error: any Error) {
        note(error)
        restsUntil = now() + Self.rest
    }

    private func clearFault() {
        let wasFaulty = fault.withLock { fault in
            defer { fault = nil }
            return fault != nil
        }
        guard wasFaulty else { return }
        logger.info("the store can be written again")
        finishing.then { self.tellUntold() }
    }

    /// Seconds between two pieces of a pruning.
    private static let pruningPause = 0.02
    /// Seconds between two prunings of the history, and how many entries one takes.
    private static let pruningInterval = 60.0
    private static let pruningLimit = 1000

    private func tidyUp() {
        do {
            try engine.store.maintain()
        } catch {
            rest(after: error)
        }
    }

    private func prune() {
        do {
            // The absolute time since: the clock may have been set back.
            if prunesOn || abs(now() - lastPruning) >= Self.pruningInterval {
                lastPruning = now()
                prunesOn = try engine.prune(at: lastPruning, limit: Self.pruningLimit)
            }
        } catch {
            rest(after: error)
        }
    }

    // MARK: Time

    /// Whether outcomes and timers wait after a failure; not where the clock was set back since.
    private var rests: Bool {
        let left = restsUntil - now()
        return left > 0 && left <= Self.rest
    }

    /// Wakes when something is due, and at least once a second while anything is to come: the clock may be set.
    private func rearm() {
        let due = rests ? restsUntil : prunesOn ? now() + Self.pruningPause : engine.nextDue
        let wait = max(0.001, min(due - now(), Self.longestWait))
        timer.schedule(deadline: due.isFinite ? .now() + wait : .distantFuture, leeway: .milliseconds(1))
    }
}
