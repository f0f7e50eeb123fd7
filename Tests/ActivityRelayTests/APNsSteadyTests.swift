import JSON
import TestSupport
import Testing

/// What a relay holds does not grow with what it has sent to APNs.
@Suite(.timeLimit(.minutes(20))) struct APNsSteadyTests {
    private static let activities = 500
    /// So few are stepped at a time that one connection has room for all of them, however slow it is.
    private static let group = 50
    private static let rounds = (warming: 6, measured: 40)

    @Test func `memory, descriptors and connections stay as they are over 20,000 pushes`() throws {
        let pushed = try APNsRelay(options: ["--quiet", "--record", "0"], history: 0)
        let cards = try pushed.cards(Self.activities)
        for round in 1...Self.rounds.warming { try push(round, cards, pushed) }
        let before = ProcessFigures(of: pushed.relay.process.id)
        for round in 1...Self.rounds.measured { try push(Self.rounds.warming + round, cards, pushed) }
        #expect(try pushed.settle(cards))
        // The tests' own last connection may not be closed yet.
        let hasNoMore = TestClock.eventually {
            Self.others(ProcessFigures(of: pushed.relay.process.id)).count <= Self.others(before).count
        }
        let after = ProcessFigures(of: pushed.relay.process.id)
        #expect(hasNoMore, "\(before.files) \(after.files)")
        #expect(after.residentBytes - before.residentBytes < 4 << 20, "\(before.residentBytes) \(after.residentBytes)")
        let stats = try pushed.apns.stats()
        // nghttp2 goes away after a thousand resets, which a libcurl before 8.5 soon has sent.
        let resets = try #require(stats.number("/resetsReceived"))
        let connections = try #require(stats.number("/connectionsOpened"))
        #expect(connections <= 1 + (resets / 1000).rounded(.down))
        // What was taken and whose answer was lost with a connection comes again.
        let all = Double(Self.activities * (Self.rounds.warming + Self.rounds.measured))
        let again = try #require(stats.number("/accepted")) - all
        #expect((0...Double(Self.group) * (connections - 1)).contains(again), "\(again) of \(all)")
        #expect(stats.number("/providerTokens") == 1)
        #expect(stats.number("/mostInFlightPerToken") == 1)
        #expect(pushed.relay.stop() == 0)
    }

    /// What is open besides the store, which opens its few connections when they are first needed.
    private static func others(_ figures: ProcessFigures) -> [String] {
        figures.files.filter { !$0.contains("/relay.db") }
    }

    /// Lets each activity come a step further, and waits until APNs has taken all pushes.
    private func push(_ round: Int, _ cards: [APNsRelay.Card], _ pushed: APNsRelay) throws {
        for start in stride(from: 0, to: cards.count, by: Self.group) {
            let group = cards[start...].prefix(Self.group)
            try pushed.step(Array(group), Double(round) / 100)
            let all = Double((round - 1) * cards.count + group.endIndex)
            var accepted: Double?
            let isTaken = try TestClock.eventually {
                accepted = try pushed.apns.stats().number("/accepted")
                return accepted ?? 0 >= all
            }
            try #require(isTaken, "round \(round): \(accepted ?? 0) of \(all)")
        }
    }
}
