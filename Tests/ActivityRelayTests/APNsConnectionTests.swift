import JSON
import TestSupport
import Testing

/// How connections to APNs begin, who shares them, and who must not.
@Suite(.timeLimit(.minutes(20))) struct APNsConnectionTests {
    @Test func `a connection begins with one push alone, whatever waits`() throws {
        // What a connection may not have yet is refused by a reset.
        let pushed = try APNsRelay(options: ["--first-streams", "1"])
        let cards = try pushed.cards(200)
        try pushed.apns.fault(#"{"delay":0.3}"#)
        try pushed.step(cards, 0.1)
        #expect(try pushed.show(cards, 0.1))
        try pushed.check(cards)
        let stats = try pushed.apns.stats()
        #expect(stats.number("/accepted") == 200)
        #expect(stats.number("/streamsRefused") == 0)
        #expect(stats.number("/connectionsOpened") == 1)
        #expect(stats.number("/mostInFlightPerConnection") ?? 0 > 1)
        // None came before the first was answered.
        let times = try pushed.apns.pushes().compactMap { $0.number("/at") }
        #expect(times.count == 200 && times[1] - times[0] > 0.29)
    }

    @Test func `a first push that is refused is followed by another one alone`() throws {
        let pushed = try APNsRelay(options: ["--first-streams", "1"])
        let cards = try pushed.cards(30)
        try pushed.apns.fault(#"{"reason":"BadDeviceToken","token":"\#(cards[0].token)"}"#)
        try pushed.apns.fault(#"{"reason":"BadPriority","token":"\#(cards[1].token)"}"#)
        try pushed.step(cards, 0.1)
        #expect(try pushed.show(Array(cards.dropFirst(2)), 0.1))
        try pushed.check(cards)
        let stats = try pushed.apns.stats()
        #expect(stats.number("/accepted") == 28)
        #expect(stats.number("/streamsRefused") == 0)
        #expect(stats.number("/connectionsOpened") == 1)
    }

    @Test func `a connection in the place of one that broke begins with one push alone, though many are repeated`()
        throws
    {
        let pushed = try APNsRelay(options: ["--first-streams", "1"])
        let cards = try pushed.cards(30)
        try pushed.step(cards, 0.1)
        #expect(try pushed.show(cards, 0.1))
        for card in cards.dropLast() { try pushed.apns.fault(#"{"token":"\#(card.token)","delay":10}"#) }
        try pushed.apns.fault(#"{"token":"\#(cards[29].token)","close":true}"#)
        // For the first that comes again.
        try pushed.apns.fault(#"{"delay":0.5}"#)
        try pushed.step(cards, 0.2)
        #expect(try pushed.show(cards, 0.2))
        #expect(try pushed.settle(cards))
        try pushed.check(cards)
        let again = try pushed.apns.pushes().filter { $0.number("/connection") == 2 }.compactMap { $0.number("/at") }
        #expect(again.count == 30 && again[1] - again[0] > 0.49)
        let stats = try pushed.apns.stats()
        #expect(stats.number("/connectionsOpened") == 2)
        #expect(stats.number("/streamsRefused") == 0)
    }

    @Test func `a connection that APNs closes when it is idle is replaced, and nothing is lost`() throws {
        let pushed = try APNsRelay(options: ["--first-streams", "1"])
        let cards = try pushed.cards(20)
        for step in 1...5 {
            try pushed.step(cards, Double(step) / 10)
            #expect(try pushed.show(cards, Double(step) / 10))
            // A last push, after whose answer nothing is open.
            try pushed.apns.fault(#"{"closeAfterAnswer":true}"#)
            try pushed.step([cards[0]], Double(step * 10 + 5) / 100)
            #expect(try pushed.show([cards[0]], Double(step * 10 + 5) / 100))
            #expect(try TestClock.eventually { try pushed.apns.stats().number("/connectionsOpen") == 0 })
        }
        try pushed.check(cards)
        let stats = try pushed.apns.stats()
        #expect(stats.number("/accepted") == 105)
        #expect(stats.number("/connectionsOpened") == 5)
        #expect(stats.number("/streamsRefused") == 0)
    }

    @Test func `apps of one team and key share a connection and a provider token; others have their own`() throws {
        let other = APNsRelay.Sender(
            name: "other", teamId: "OTHERTEAM1", keyId: "OTHERKEY12", bundleId: "com.example.other")
        let senders = [
            APNsRelay.Sender(name: "one"), APNsRelay.Sender(name: "two", bundleId: "com.example.second"), other,
        ]
        let options = ["--team", other.teamId, "--key", other.keyId, "--topic", other.bundleId]
        let pushed = try APNsRelay(senders, options: options + ["--topic", "com.example.second"])
        let groups = try senders.map { try pushed.cards(20, $0.name, sender: $0.name) }
        let sandbox = try (0..<20).map { try pushed.card("box-\($0)", sender: "one", environment: "sandbox") }
        let all = groups.flatMap(\.self) + sandbox
        for step in 1...3 { try pushed.step(all, Double(step) / 10) }
        #expect(try pushed.show(all, 0.3))
        try pushed.check(all)
        let connections = try (groups + [sandbox]).map(pushed.connections)
        #expect(connections.allSatisfy { $0.count == 1 })
        #expect(connections[0] == connections[1])
        #expect(Set(connections.flatMap(\.self)).count == 3)
        let stats = try pushed.apns.stats()
        #expect(stats.number("/connectionsOpened") == 3)
        #expect(stats.number("/providerTokens") == 2)
        let count = try pushed.count(all)
        #expect(stats.number("/accepted") == Double(count))
        for (sender, cards) in zip(senders, groups) {
            let topic = try pushed.apns.pushes(cards[0].token).first?.text("/headers/apns-topic")
            #expect(topic == sender.bundleId + ".push-type.liveactivity")
        }
    }

    @Test func `more connections than one are opened only while all its streams are in use`() throws {
        let pushed = try APNsRelay()
        let cards = try pushed.cards(120)
        try pushed.step(cards, 0.1)
        #expect(try pushed.show(cards, 0.1))
        #expect(try pushed.apns.stats().number("/connectionsOpened") == 1)
        // For longer than a second there is more to send than has room.
        for card in cards { try pushed.apns.fault(#"{"token":"\#(card.token)","delay":1.5}"#) }
        try pushed.step(cards, 0.2)
        #expect(try pushed.show(cards, 0.2))
        try pushed.check(cards)
        let stats = try pushed.apns.stats()
        #expect((2...3).contains(stats.number("/connectionsOpened") ?? 0))
        #expect(stats.number("/streamsRefused") == 0)
    }
}
