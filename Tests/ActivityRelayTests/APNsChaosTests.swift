import JSON
import TestSupport
import Testing

/// What may go wrong between relay and APNs, in any order and several things at a time.
@Suite(.timeLimit(.minutes(20))) struct APNsChaosTests {
    private static let deeds = [
        "\"reset\":\"REFUSED_STREAM\"", "\"reset\":\"INTERNAL_ERROR\"", "\"reset\":\"CANCEL\"",
        "\"goaway\":\"Shutdown\"", "\"close\":true", "\"closeAfterAnswer\":true", "\"stall\":true", "\"delay\":0.05",
        "\"delay\":0.3", "\"reason\":\"TooManyRequests\"", "\"reason\":\"InternalServerError\"",
        "\"reason\":\"Shutdown\"", "\"reason\":\"IdleTimeout\"", "\"reason\":\"BadPriority\"",
    ]

    @Test(arguments: [1, 2] as [UInt64])
    func `whatever comes together, the newest state of each card arrives, in order`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pushed = try APNsRelay(timeout: 2)
        let cards = try pushed.cards(40)
        let begin = TestClock.now
        for step in 1...30 {
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                try pushed.apns.fault(Self.fault(cards, &random))
            }
            let some = cards.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
            try pushed.step(some, Double(step) / 100)
            // Ten steps a second, so that some meet with what the last ones left and others do not.
            TestClock.wait(until: begin + Double(step) / 10)
        }
        try pushed.apns.clearFaults()
        try pushed.step(cards, 0.9)
        #expect(try pushed.show(cards, 0.9))
        #expect(try pushed.settle(cards))
        try pushed.check(cards)
        // None that broke is left; a second one is there where all streams of the first were in use for a second.
        #expect(try TestClock.eventually { (1...2).contains(try pushed.apns.stats().number("/connectionsOpen") ?? 0) })
    }

    /// For a card's next pushes, or anybody's.
    private static func fault(_ cards: [APNsRelay.Card], _ random: inout SeededGenerator) -> String {
        let deed = deeds[Int.random(in: deeds.indices, using: &random)]
        let card = cards[Int.random(in: cards.indices, using: &random)]
        let token = Bool.random(using: &random) ? "\"token\":\"\(card.token)\"," : ""
        return "{\(token)\(deed),\"count\":\(Int.random(in: 1...3, using: &random))}"
    }
}
