import ActivityResolver
import Dispatch
import HTTPServer
import Push
import Storage
import Synchronization
import Telemetry

/// Runs the engine on one queue: takes whatever waits into one commit, and wakes when something is due. On another, once
/// the commit is durable, it answers and hands pushes over, while the engine works on the next.
// The engine, the timer and what else is not in a lock are touched on `queue` alone.
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
    /// What is done with a commit once it is durable.
    let finisher: CommitFinisher
    private let inbox = Mutex(EngineInbox())
    private let counts = EngineLoad()
    private let fault = Mutex<String?>(nil)
    private let metrics: RelayMetrics
    private var hadOpenBreakers = false
    /// What goes wrong with pushes.
    let troubles: PushTroubles
    private let timer: any DispatchSourceTimer
    // When it was last set to go off: past once it has.
    private var alarm = DispatchTime.distantFuture
    private var isOver = false
    // After a failure outcomes and timers wait until then; requests are tried all the same.
    private var restsUntil = -Double.infinity
    private var lastPruning = -Double.infinity
    // More is to be pruned: it goes piece by piece, so that nobody waits for all of it.
    private var prunesOn = false

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
        finisher = CommitFinisher(store: engine.store, metrics: metrics, load: counts)
        timer = DispatchSource.makeTimerSource(queue: queue)
        // One that is let go before it is active ends the process.
        timer.activate()
    }

    /// Who follows activities.
    var streams: StreamHub { finisher.streams }

    /// How much one commit takes, at least and at most, and what part of all that is not yet answered: while one third is
    /// committed, another is made durable, and the last is answered and comes in anew.
    private static let batchWeights = 32...200
    private static let batchPart = 3
    /// How many outcomes one commit learns.
    private static let batchOutcomes = 1000
    /// How long an outcome may wait for a commit to ride in, seconds.
    private static let outcomeDelay = 0.05
    /// How long outcomes and timers wait after a failure of the store, seconds.
    private static let rest = 1.0
    /// The longest wait, so that a clock that is set neither delays nor doubles anything, seconds.
    private static let longestWait = 1.0

    /// Whether intake should refuse.
    var isOverloaded: Bool { counts.isTooMuch }

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
            waiting: counts.waiting, mostWaiting: EngineLoad.mostWaiting, underWay: counts.underWay,
            mostUnderWay: EngineLoad.mostUnderWay, isStoreWritable: storeFault == nil)
    }

    /// What is wrong with the store, if it could not be written last time, or does not get done with it.
    var storeFault: String? { fault.withLock { $0 } ?? finisher.stall() }

    /// Begins with what an earlier process left: what is owed, and what came due meanwhile.
    func start() throws {
        try begin(Array(senders.values))
        try queue.sync { try engine.recover(at: now()) }
        timer.setEventHandler { @Sendable [weak self] in self?.drain() }
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
        counts.takeIn(jobs)
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
        counts.settled(results.count)
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
        let delay = inbox.withLock { $0.take(results, delay: Self.outcomeDelay) }
        guard let delay else { return }
        queue.asyncAfter(deadline: .now() + delay) {
            // One that comes at once leaves that which comes soon to come.
            if delay > 0 { self.inbox.withLock { $0.flushesSoon = false } }
            self.drain()
        }
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
        if !rests { prune() }
        rearm()
    }

    /// What the next commit takes: all outcomes, and requests up to a weight, each whole; nil if nothing waits or is due.
    private func takeBatch() -> (jobs: [Job], outcomes: [PushResult])? {
        let rests = rests
        let weight = batchWeight
        let (jobs, outcomes, calls) = inbox.withLock { inbox in
            (
                inbox.takeJobs(weighing: weight), rests ? [] : inbox.takeOutcomes(Self.batchOutcomes),
                inbox.takeCalls()
            )
        }
        for call in calls { finishing.then { call(self.finisher.isAllDurable) } }
        let isDue = !rests && engine.isDue(at: now())
        return jobs.isEmpty && outcomes.isEmpty && !isDue ? nil : (jobs, outcomes)
    }

    private var batchWeight: Int {
        let part = counts.waiting / Self.batchPart
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

    private func fail(_ jobs: [Job], _ outcomes: [PushResult], _ error: any Error) {
        rest(after: error)
        inbox.withLock { $0.giveBack(outcomes) }
        answer(jobs, .unavailable("the store cannot be written; nothing was applied; try again"))
    }

    private func answer(_ jobs: [Job], _ response: Response) {
        counts.answered(jobs)
        Exchange.respond(jobs, response)
    }

    /// On the finishing queue.
    private func finish(_ committed: [CommittedBatch]) {
        let trouble = finisher.finish(committed)
        if let fault = trouble.fault {
            queue.async {
                self.rest(after: fault)
                self.rearm()
            }
        }
        for (sender, results) in trouble.unsent { settle(results, of: sender) }
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
        finishing.then { self.finisher.tellUntold() }
    }

    /// Seconds between two pieces of a pruning.
    private static let pruningPause = 0.02
    /// Seconds between two prunings of the history: seldom ones would each take long.
    private static let pruningInterval = 1.0

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
                prunesOn = try engine.prune(at: lastPruning)
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
        guard due.isFinite else { return }
        let present = DispatchTime.now()
        let next = present + max(0.001, min(due - now(), Self.longestWait))
        // One that goes off too early is set anew then; each setting wakes a thread of Dispatch's.
        guard alarm <= present || alarm > next else { return }
        alarm = next
        timer.schedule(deadline: next, leeway: .milliseconds(1))
    }
}
