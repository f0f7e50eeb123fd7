import ActivityResolver
import Push
import Storage

/// Takes commands in batches, each in one transaction, and says what is to be sent: the same for the live relay, for
/// replay and for `POST /v1/resolve`.
///
/// It reads no clock and does no I/O but the store's. Used by one thread at a time.
final class Engine {
    /// What a batch led to.
    struct Batch {
        /// One reply for each command.
        var replies: [Reply] = []
        /// What is to be sent now, in order.
        var pushes: [Push] = []
        /// How many of them there were before the first command, and after each.
        var pushCounts: [Int] = []
        /// Whether something goes out as soon as a push under way is through.
        var awaitsOutcome = false
        /// What was changed, in order; nothing where nobody wants to know.
        var changes: [ActivityChange] = []
    }

    let store: any Store
    private(set) var rules: Rules
    private(set) var settings: EngineSettings
    /// Whether anybody follows activities.
    var tellsChanges = false
    /// The activities at hand.
    let cache: RecordCache
    /// What keeps pushes back from services that take none.
    let breakers = Breakers()
    /// No timer is due before this, Unix seconds; infinite where none is.
    private(set) var nextDue: Double = -.infinity
    // How many entries the history has got since a piece of it was removed.
    private var appendedSincePruning = 0
    // When it was last asked to work, Unix seconds.
    private var lastNow = -Double.infinity

    init(store: any Store, rules: Rules, settings: EngineSettings) {
        self.store = store
        self.rules = rules
        self.settings = settings
        cache = RecordCache(limit: settings.recordsAtHand)
    }

    /// Goes by these from now on, and tries again whatever was kept back.
    func adopt(_ rules: Rules, _ settings: EngineSettings) {
        self.rules = rules
        self.settings = settings
        // What is at hand was read by the rules of before.
        cache.forgetAll()
        breakers.closeAll()
        if breakers.hasReleased { nextDue = min(nextDue, lastNow) }
    }

    /// How much is pruned at a time, at least and at most.
    private static let pruned = 100...500
    /// How many due activities one transaction takes.
    static let dueLimit = 200

    /// Carries out the commands at `now`, after what is due by then; durable once the store is made so, and to be told
    /// only then.
    ///
    /// Throws where the store cannot be written: then nothing was applied.
    func process(_ commands: [Command], at now: Double) throws -> Batch {
        if wasSetBack(to: now) { try goBack(by: lastNow - now, to: now) }
        lastNow = now
        let firesTimers = nextDue <= now + Tolerance.seconds
        let (work, written, changes) = try transaction(at: now) { work in
            if firesTimers { try work.fireDue(limit: Self.dueLimit) }
            work.batch.pushCounts.append(work.batch.pushes.count)
            for command in commands {
                work.batch.replies.append(try work.carryOut(command))
                work.batch.pushCounts.append(work.batch.pushes.count)
            }
            try work.sendReleased(limit: Self.dueLimit)
            try work.set.flush()
            return (work.batch, work.set.earliestDue, work.set.changes)
        }
        var batch = work
        batch.changes = changes
        nextDue = firesTimers ? try store.earliestDue() ?? .infinity : min(nextDue, written ?? .infinity)
        if breakers.hasReleased { nextDue = min(nextDue, now) }
        return batch
    }

    private func transaction<Result>(at now: Double, _ body: (Work) throws -> Result) throws -> Result {
        do {
            let (result, set) = try store.commit { transaction in
                let set = WorkingSet(transaction, rules, settings, cache, now: now)
                return (try body(Work(set, rules, settings, breakers, now: now, tellsChanges: tellsChanges)), set)
            }
            set.settle()
            appendedSincePruning += set.appended
            return result
        } catch {
            cache.forgetAll()
            throw error
        }
    }

    /// Whether there is something to do at `now` though nobody asks for anything.
    func isDue(at now: Double) -> Bool {
        nextDue <= now || wasSetBack(to: now)
    }

    /// A clock that goes back by less is only being set right, seconds.
    private static let slack = 1.0
    /// How many activities are looked at when the clock was set back; others wait for their next event.
    private static let mostSetRight = 10_000

    private func wasSetBack(to now: Double) -> Bool { now < lastNow - Self.slack }

    /// Lets what was put off for a moment not wait until the clock is again where it was.
    private func goBack(by seconds: Double, to now: Double) throws {
        let last = now + seconds + max(settings.backOff.longestPause, settings.startDelays?.upperBound ?? 0)
        let written = try transaction(at: now) { work in
            for record in try work.set.due(by: last, limit: Self.mostSetRight) {
                work.clockWasSetBack(by: seconds, record)
            }
            try work.set.flush()
            return work.set.earliestDue
        }
        nextDue = min(nextDue, written ?? .infinity)
    }

    /// After a start: whatever an earlier process had handed over is owed, for nobody knows what became of it.
    func recover(at now: Double) throws {
        var last: Int64 = 0
        while let number = try recoverPage(after: last, at: now) { last = number }
        nextDue = try store.earliestDue() ?? .infinity
    }

    private func recoverPage(after number: Int64, at now: Double) throws -> Int64? {
        try transaction(at: now) { work in
            let records = try work.set.owned(after: number, limit: Self.dueLimit)
            for record in records { work.loseTrack(of: record) }
            try work.set.flush()
            return records.last?.row.number
        }
    }
}

extension Engine {
    /// Removes a piece of the history that no activity can reach any more, older than any can be, and of the registrations
    /// whose activity never came; whether there may be more.
    ///
    /// A piece costs the log as much as appending it did, so it is twice what was appended since the last.
    func prune(at now: Double) throws -> Bool {
        let limit = min(max(2 * appendedSincePruning, Self.pruned.lowerBound), Self.pruned.upperBound)
        appendedSincePruning = 0
        let oldest = now - rules.policy.maxLifetime - rules.policy.retention
        return try store.commit { transaction in
            let entries = try transaction.pruneHistory(before: oldest, limit: limit)
            let registrations = try transaction.removeExpiredRegistrations(by: now, limit: limit)
            return max(entries, registrations) == limit
        }
    }
}
