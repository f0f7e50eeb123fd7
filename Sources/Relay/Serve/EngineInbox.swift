import HTTPServer
import Push

/// What waits for the engine's next commits.
struct EngineInbox {
    /// Requests, by turns, so that a client that sends much makes others wait for one of its requests, not for all.
    var jobs = FairQueue<ConnectionId, Job>()
    /// What became of pushes, as it was told together.
    var outcomes: [[PushResult]] = []
    /// Who waits for the commit under way.
    var calls: [@Sendable (_ isDurable: Bool) -> Void] = []
    /// Whether the engine comes for more by itself.
    var isDraining = false
    /// Whether it comes within a moment, for the outcomes, be there any left by then or not: until it has.
    var flushesSoon = false
    /// Whether the next outcomes are not to wait for that moment.
    var hurries = false
    /// Whether nothing is taken in any more.
    var isClosed = false

    /// Takes in what became of pushes; after how many seconds the engine is to come for it, nil where it comes anyway.
    mutating func take(_ results: [PushResult], delay: Double) -> Double? {
        outcomes.append(results)
        if isDraining { return nil }
        if hurries {
            hurries = false
            return 0
        }
        if flushesSoon { return nil }
        flushesSoon = true
        return delay
    }

    /// The next requests, up to a weight; one at least, where any waits.
    mutating func takeJobs(weighing most: Int) -> [Job] {
        var taken: [Job] = []
        var weight = 0
        while let job = jobs.takeFirst(if: { taken.isEmpty || weight + $0.command.weight <= most }) {
            weight += job.command.weight
            taken.append(job)
        }
        isDraining = !taken.isEmpty
        return taken
    }

    /// The next outcomes, as many as were told together at a time, until there are enough.
    mutating func takeOutcomes(_ enough: Int) -> [PushResult] {
        var count = 0
        let end =
            outcomes.firstIndex { lot in
                defer { count += lot.count }
                return count >= enough
            } ?? outcomes.count
        defer { outcomes.removeFirst(end) }
        return end == 1 ? outcomes[0] : Array(outcomes[..<end].joined())
    }

    /// Keeps outcomes that were taken and not stored, before all others.
    mutating func giveBack(_ results: [PushResult]) {
        if !results.isEmpty { outcomes.insert(results, at: 0) }
    }

    /// Who waits for the commit under way, once.
    mutating func takeCalls() -> [@Sendable (_ isDurable: Bool) -> Void] {
        defer { calls = [] }
        return calls
    }
}
