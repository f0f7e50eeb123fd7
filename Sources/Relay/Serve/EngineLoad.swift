import Synchronization

/// How much waits for the engine and how much is under way to services, and how much may.
final class EngineLoad: Sendable {
    private let events = Atomic(0)
    private let pushes = Atomic(0)

    /// How much may wait before requests are refused.
    static let mostWaiting = 20_000
    /// How many pushes may be under way before requests are refused.
    static let mostUnderWay = 100_000

    /// What was taken in and is not yet answered: each event counts, and each other request.
    var waiting: Int { events.load(ordering: .relaxed) }

    /// How many pushes were handed over of which nobody has told what became.
    var underWay: Int { pushes.load(ordering: .relaxed) }

    /// Whether intake should refuse.
    var isTooMuch: Bool { waiting > Self.mostWaiting || underWay > Self.mostUnderWay }

    /// These were taken in.
    func takeIn(_ jobs: [Job]) {
        events.add(Self.weight(of: jobs), ordering: .relaxed)
    }

    /// These are answered.
    func answered(_ jobs: [Job]) {
        events.subtract(Self.weight(of: jobs), ordering: .relaxed)
    }

    /// So many pushes were handed over.
    func handedOver(_ count: Int) {
        pushes.add(count, ordering: .relaxed)
    }

    /// Of so many it is known what became.
    func settled(_ count: Int) {
        pushes.subtract(count, ordering: .relaxed)
    }

    private static func weight(of jobs: [Job]) -> Int {
        jobs.reduce(0) { $0 + $1.command.weight }
    }
}
