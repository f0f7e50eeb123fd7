import TestSupport

/// The starts and news of one subscriber's activities, in two orders of arrival (S2).
struct Arrivals {
    /// The two orders.
    let orders: [History]
    /// The activity that lives in the end: the one whose last run started latest.
    let survivor: String

    /// Some of that seed. Each event says when its run started, for one that does not counts from its receipt.
    init(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let zero = 1_790_000_000.0
        var events: [ToldEvent] = []
        var starts = (1...12).map { Double($0) * 7 }
        starts.shuffle(using: &generator)
        var last: [String: Double] = [:]
        for name in ["A", "B", "C", "D"].prefix(Int.random(in: 2...4, using: &generator)) {
            let attempts = Int.random(in: 1...2, using: &generator)
            let startedAt = starts.prefix(attempts).sorted()
            starts.removeFirst(attempts)
            for (index, start) in startedAt.enumerated() {
                for number in 0..<Int.random(in: 1...3, using: &generator) {
                    events.append(
                        try ToldEvent([
                            ("conversionId", "\"\(name)\""), ("subscriberId", "\"u\""), ("attempt", "\(index + 1)"),
                            ("startedAt", "\(zero + start)"), ("occurredAt", "\(zero + start + Double(number))"),
                            ("progress", "0.\(number)"),
                        ]))
                }
                last[name] = start
            }
        }
        survivor = last.max { $0.value < $1.value }?.key ?? ""
        orders = (0..<2).map { _ in
            events.shuffle(using: &generator)
            let steps = events.enumerated().map {
                History.Step(at: zero + 100 + Double($0.offset), deed: .event($0.element))
            }
            return History(steps: steps)
        }
    }
}
