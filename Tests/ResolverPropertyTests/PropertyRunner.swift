import ActivityResolver
import Push

@testable import Relay

/// Looks for a history of which something does not hold.
enum PropertyRunner {
    /// What was found.
    struct Find: CustomStringConvertible {
        var seed: UInt64
        var what: String
        var history: History

        var description: String { "seed \(seed): \(what)\n\(history.text)" }
    }

    /// The first history of these seeds of which something does not hold, made short; nil: there is none.
    static func firstFind(_ seeds: Range<UInt64>, stopAfter most: Int = 1) throws -> [Find] {
        var finds: [Find] = []
        for seed in seeds {
            let history = try HistoryGenerator.history(seed: seed)
            guard let (name, _) = fault(of: history, seed) else { continue }
            let short = Shrinker.shrunk(history) { fault(of: $0, seed)?.name == name }
            let what = fault(of: short, seed).map { "\($0.name): \($0.what)" } ?? name
            finds.append(Find(seed: seed, what: what, history: short))
            if finds.count == most { break }
        }
        return finds
    }

    /// What does not hold of a history, and where.
    static func fault(of history: History, _ seed: UInt64) -> (name: String, what: String)? {
        do {
            let trace = try HistoryRun.trace(of: history)
            for check in Check.all {
                if let what = check.fault(trace) { return (check.testDescription, what) }
            }
            // Twice the work for each: a third of them will do.
            guard seed % 3 == 0 else { return nil }
            return try difference(trace, restartsAfter: restarts(history, seed)).map { (restartName, $0) }
        } catch {
            return ("it comes to an end without an error", "\(error)")
        }
    }

    private static let restartName =
        "any part of it, a restart of the relay and the rest come to the same as the whole (B1 X3, stored states)"

    /// The steps after which another relay goes on: one of them in half of the histories, each in the others.
    private static func restarts(_ history: History, _ seed: UInt64) -> Set<Int> {
        seed % 2 == 0 ? [Int(seed / 6) % max(1, history.steps.count)] : Set(history.steps.indices)
    }

    private static func difference(_ whole: Trace, restartsAfter steps: Set<Int>) throws -> String? {
        let parts = try HistoryRun.trace(of: whole.history, .stored(restartsAfter: steps), own: whole.rules)
        let (want, got) = (whole.pushes, parts.pushes)
        let index = zip(want, got).prefix { $0 == aligned($1, to: $0) }.count
        if index == want.count && index == got.count { return nil }
        let one = index < want.count ? "\(want[index])" : "no push"
        let other = index < got.count ? "\(got[index])" : "no push"
        return "push \(index), restarts after \(steps.sorted()):\n\(other)\nis not\n\(one)"
    }

    /// `push` with the instants of `other` where they are the same: a look at a row that was in vain may move them by
    /// less than a microsecond.
    private static func aligned(_ push: Push, to other: Push) -> Push {
        func aligned(_ one: Double?, _ other: Double?) -> Double? {
            guard let one, let other, abs(one - other) < 1e-5 else { return one }
            return other
        }
        guard abs(push.sentAt - other.sentAt) < 1e-5 else { return push }
        var push = push
        push.sentAt = other.sentAt
        push.timestamp = other.timestamp
        push.planned.dismissalDate = aligned(push.planned.dismissalDate, other.planned.dismissalDate)
        let shown = other.planned.contentState
        push.planned.contentState.staleAt = aligned(push.planned.contentState.staleAt, shown.staleAt)
        push.planned.contentState.estimatedCompletionDate = aligned(
            push.planned.contentState.estimatedCompletionDate, shown.estimatedCompletionDate)
        return push
    }
}
