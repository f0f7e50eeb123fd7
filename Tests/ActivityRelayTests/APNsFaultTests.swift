import JSON
import TestSupport
import Testing

/// Connections to APNs that fail under many pushes at once.
@Suite(.timeLimit(.minutes(20))) struct APNsFaultTests {
    /// What happens to pushes of a round.
    struct Fault: CustomTestStringConvertible {
        /// What is ordered.
        var order: String
        /// For how many of the last pushes of the round; the others are open meanwhile.
        var count = 1
        /// When the relay gives a push up, seconds.
        var timeout = 10.0

        var testDescription: String { order }
    }

    private static let faults = [
        Fault(order: "\"stall\":true", count: 3, timeout: 2), Fault(order: "\"delay\":1", count: 10),
        Fault(order: "\"reset\":\"REFUSED_STREAM\"", count: 10),
        Fault(order: "\"reset\":\"INTERNAL_ERROR\"", count: 10), Fault(order: "\"reset\":\"CANCEL\"", count: 10),
        Fault(order: "\"reset\":\"NO_ERROR\"", count: 10),
        Fault(order: "\"goaway\":\"Shutdown\""), Fault(order: "\"goaway\":\"InternalServerError\"", count: 2),
        Fault(order: "\"close\":true"), Fault(order: "\"closeAfterAnswer\":true"),
    ]

    @Test(arguments: faults)
    func `whatever becomes of a connection, the newest state of each card arrives`(_ fault: Fault) throws {
        let pushed = try APNsRelay(timeout: fault.timeout)
        let cards = try pushed.cards(30)
        try pushed.step(cards, 0.1)
        #expect(try pushed.show(cards, 0.1))
        for card in cards.dropLast(fault.count) {
            try pushed.apns.fault(#"{"token":"\#(card.token)","delay":0.2}"#)
        }
        for card in cards.suffix(fault.count) { try pushed.apns.fault(#"{"token":"\#(card.token)",\#(fault.order)}"#) }
        for step in 2...6 { try pushed.step(cards, Double(step) / 10) }
        #expect(try pushed.show(cards, 0.6))
        #expect(try pushed.settle(cards))
        #expect(try pushed.apns.request("GET", "/faults").json.at("/faults") == .array([]))
        try pushed.check(cards)
    }

    @Test func `a push that is never answered keeps nobody waiting, and its card gets the newest state`() throws {
        let pushed = try APNsRelay(timeout: 2)
        let cards = try pushed.cards(10)
        try pushed.step(cards, 0.1)
        #expect(try pushed.show(cards, 0.1))
        try pushed.apns.fault(#"{"token":"\#(cards[0].token)","stall":true}"#)
        try pushed.step(cards, 0.2)
        var steps = 0
        let isBack = try TestClock.eventually {
            steps += 1
            try pushed.step(Array(cards.dropFirst()), 0.2, ",\"trackTitle\":\"\(steps)\"")
            let isShown = try TestClock.eventually {
                try pushed.apns.device(cards[1].token).text("/contentState/trackTitle") == "\(steps)"
            }
            #expect(isShown)
            return try pushed.apns.device(cards[0].token).number("/contentState/progress") == 0.2
        }
        #expect(isBack && steps > 10)
        try pushed.step(cards, 0.9)
        #expect(try pushed.show(cards, 0.9))
        #expect(try pushed.story(cards[0]).map(\.answer) == ["200", "stall", "200", "200"])
        // Where nothing else was under way when it was given up, its connection was made anew.
        #expect(try pushed.apns.stats().number("/connectionsOpened") ?? 0 <= 2)
        #expect(try TestClock.eventually { try pushed.apns.stats().number("/connectionsOpen") == 1 })
        try pushed.check(cards)
    }

    @Test func `an APNs that refuses connections for a while gets the newest states when it is back`() throws {
        let pushed = try APNsRelay()
        let cards = try pushed.cards(20)
        try pushed.step(cards, 0.1)
        #expect(try pushed.show(cards, 0.1))
        try pushed.apns.fault(#"{"accepting":false}"#)
        try pushed.apns.fault(#"{"close":true}"#)
        for step in 2...5 { try pushed.step(cards, Double(step) / 10) }
        let failed = "a push failed and will be repeated"
        #expect(pushed.relay.process.errors.line { $0.contains(failed) } != nil)
        try pushed.apns.fault(#"{"accepting":true}"#)
        // One that did not fail itself is let through sooner than those that did, and makes way for them.
        let sound = try pushed.cards(1, "sound")
        try pushed.step(sound, 0.5)
        #expect(try pushed.show(cards + sound, 0.5))
        #expect(pushed.relay.process.errors.line { $0.contains("pushes are taken again") } != nil)
        try pushed.check(cards)
    }

    @Test func `as many streams are open as APNs permits at the time`() throws {
        let pushed = try APNsRelay()
        let cards = try pushed.cards(20)
        try pushed.step(cards, 0.1)
        #expect(try pushed.show(cards, 0.1))
        try pushed.apns.fault(#"{"streams":1}"#)
        // What was counted before is forgotten, and the faults with it.
        try pushed.apns.reset()
        try pushed.apns.fault(#"{"delay":0.05,"count":20}"#)
        try pushed.step(cards, 0.2)
        #expect(try pushed.show(cards, 0.2))
        #expect(try pushed.apns.stats().number("/mostInFlightPerConnection") == 1)
        try pushed.check(cards)
        try pushed.apns.fault(#"{"streams":100}"#)
        try pushed.apns.fault(#"{"delay":0.5,"count":20}"#)
        try pushed.step(cards, 0.3)
        #expect(try pushed.show(cards, 0.3))
        #expect(try pushed.apns.stats().number("/mostInFlightPerConnection") ?? 0 > 1)
        try pushed.check(cards)
    }

    /// What CVE-2023-44487 brought: libcurl before 8.5 resets nearly every stream, and such a peer then goes away.
    @Test func `an APNs that goes away from who resets many streams gets all the same`() throws {
        let most = 10
        let pushed = try APNsRelay(options: ["--rapid-reset", "\(most)"])
        let cards = try pushed.cards(30)
        for step in 1...8 {
            try pushed.step(cards, Double(step) / 10)
            #expect(try pushed.show(cards, Double(step) / 10))
        }
        try pushed.check(cards)
        let stats = try pushed.apns.stats()
        let connections = try #require(stats.number("/connectionsOpened"))
        let resets = try #require(stats.number("/resetsReceived"))
        // With a libcurl that resets, it was met with each round.
        #expect((connections > 1) == (resets > Double(most)), "\(connections) \(resets)")
    }
}
