import JSON
import TestSupport
import Testing

/// What the program does about each answer that Apple's table has, from APNs itself as it were.
///
/// https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns
@Suite(.timeLimit(.minutes(20))) struct APNsReasonTests {
    /// The answer to be ordered for an order such as `BadPriority` or `502`.
    private static func order(_ name: String, token: String, count: String = "1", _ more: String = "") -> String {
        let answer = Int(name) == nil ? "\"reason\":\"\(name)\"" : "\"status\":\(name)"
        return "{\(answer),\"token\":\"\(token)\",\"count\":\(count)\(more)}"
    }

    /// A sender of its own for each answer, so that none suffers from what another one's key is refused for.
    private static func senders(_ names: [String]) -> [APNsRelay.Sender] {
        names.map { APNsRelay.Sender(name: "for-\($0)") }
    }

    /// A sender's cards for each answer; the first two meet with it.
    private static func cards(
        _ names: [String], _ pushed: APNsRelay
    ) throws -> [(name: String, cards: [APNsRelay.Card])] {
        try names.map { ($0, try pushed.cards(4, $0, sender: "for-\($0)")) }
    }

    /// A relay with a sender and cards for each answer, all of which show their first state.
    private static func begin(
        _ names: [String]
    ) throws -> (pushed: APNsRelay, groups: [(name: String, cards: [APNsRelay.Card])], all: [APNsRelay.Card]) {
        let pushed = try APNsRelay(senders(names))
        let groups = try cards(names, pushed)
        let all = groups.flatMap(\.cards)
        try pushed.step(all, 0.1)
        #expect(try pushed.show(all, 0.1))
        return (pushed, groups, all)
    }

    // MARK: Never again

    @Test func `a token that is called dead is pushed to no more, and all others are`() throws {
        let names = ["BadDeviceToken", "DeviceTokenNotForTopic", "ExpiredToken", "Unregistered", "410"]
        let (pushed, groups, all) = try Self.begin(names)
        for (name, cards) in groups {
            for card in cards.prefix(2) { try pushed.apns.fault(Self.order(name, token: card.token)) }
        }
        for step in 2...3 { try pushed.step(all, Double(step) / 10) }
        for (name, cards) in groups {
            for card in cards.prefix(2) {
                let isDead = try TestClock.eventually { try pushed.target(card)?.text("/state") == "dead" }
                #expect(isDead, "\(name)")
                #expect(try pushed.target(card)?.text("/reason")?.contains(name) == true)
            }
        }
        for step in 4...6 { try pushed.step(all, Double(step) / 10) }
        for (name, cards) in groups {
            #expect(try pushed.show(Array(cards.dropFirst(2)), 0.6), "\(name)")
            for card in cards.prefix(2) {
                // What it was told last it was told when it died: nothing came after that.
                #expect(try pushed.story(card).map(\.answer) == ["200", name], "\(name)")
            }
        }
        try pushed.check(all)
    }

    @Test func `a push that is refused for what it is is given up, and the next one goes`() throws {
        let names = [
            "BadCollapseId", "BadExpirationDate", "BadMessageId", "BadPriority", "DuplicateHeaders", "InvalidPushType",
            "MissingDeviceToken", "MissingTopic", "PayloadEmpty", "Forbidden", "BadPath", "MethodNotAllowed",
            "PayloadTooLarge", "400", "418",
        ]
        let (pushed, groups, all) = try Self.begin(names)
        for (name, cards) in groups {
            for card in cards.prefix(2) { try pushed.apns.fault(Self.order(name, token: card.token)) }
        }
        try pushed.step(all, 0.2)
        #expect(try pushed.settle(all))
        try pushed.step(all, 0.3)
        #expect(try pushed.show(all, 0.3))
        for (name, cards) in groups {
            for card in cards.prefix(2) {
                let story = try pushed.story(card)
                #expect(story.map(\.answer) == ["200", name, "200"], "\(name)")
                #expect(story.map(\.progress) == [0.1, 0.2, 0.3], "\(name)")
            }
        }
        try pushed.check(all)
    }

    // MARK: Once more

    @Test func `a failure that passes is repeated with the newest state, not before it may be`() throws {
        let names = [
            "TooManyRequests", "InternalServerError", "ServiceUnavailable", "Shutdown", "IdleTimeout",
            "UnrelatedKeyIdInToken", "429", "502", "302",
        ]
        // Twice as long as a pause that nobody asks for.
        let asked = ["TooManyRequests": 2.0, "InternalServerError": 2, "ServiceUnavailable": 2]
        let (pushed, groups, all) = try Self.begin(names)
        for (name, cards) in groups {
            let more = asked[name].map { ",\"retryAfter\":\(Int($0))" } ?? ""
            for card in cards.prefix(2) {
                try pushed.apns.fault(Self.order(name, token: card.token, more))
            }
        }
        for step in 2...5 { try pushed.step(all, Double(step) / 10) }
        #expect(try pushed.show(all, 0.5))
        #expect(try pushed.settle(all))
        for (name, cards) in groups {
            for card in cards.prefix(2) {
                let pushes = try pushed.apns.pushes(card.token)
                #expect(pushes.count { $0.text("/answer") == name } == 1, "\(name)")
                let refused = try #require(pushes.firstIndex { $0.text("/answer") == name })
                let times = pushes.dropFirst(refused).prefix(2).compactMap { $0.number("/at") }
                // A moment less: both clocks tell milliseconds.
                if let seconds = asked[name] { #expect(times[1] - times[0] > seconds - 0.01, "\(name)") }
            }
        }
        try pushed.check(all)
    }

    // MARK: Pauses

    @Test func `a key that is refused pauses its sender, and all arrives once it is taken`() throws {
        let names = [
            "BadTopic", "TopicDisallowed", "BadCertificate", "BadCertificateEnvironment", "InvalidProviderToken",
            "MissingProviderToken", "BadEnvironmentKeyIdInToken", "TooManyProviderTokenUpdates",
        ]
        // It is made anew once, so it has a key of its own here.
        let expired = APNsRelay.Sender(name: "for-ExpiredProviderToken", keyId: "EXPIRED123")
        // A clock that is wrong besides, for so long that it is looked at more than once.
        let pushed = try APNsRelay(
            Self.senders(names) + [expired],
            options: ["--team", expired.teamId, "--key", expired.keyId, "--clock-offset", "120"])
        let groups = try Self.cards(names + ["ExpiredProviderToken"], pushed)
        let all = groups.flatMap(\.cards)
        try pushed.step(all, 0.1)
        #expect(try pushed.show(all, 0.1))
        for (name, cards) in groups {
            for card in cards { try pushed.apns.fault(Self.order(name, token: card.token, count: "null")) }
        }
        let begin = TestClock.now
        try pushed.step(all, 0.2)
        for (name, cards) in groups {
            #expect(try TestClock.eventually { try refused(name, pushed) > 0 }, "\(name)")
            #expect(try TestClock.eventually { try pushed.target(cards[3])?["owed"] != nil }, "\(name)")
        }
        for step in 3...8 { try pushed.step(all, Double(step) / 10) }
        // Until a probe has told that it is no better yet.
        #expect(try TestClock.eventually { try refused(names[0], pushed) > groups[0].cards.count })
        for (name, cards) in groups {
            // The first ones went together; each probe since is ten seconds after what was last refused.
            let isTriedTwice = ["ExpiredProviderToken", "TooManyProviderTokenUpdates"].contains(name)
            let first = isTriedTwice ? 2 * cards.count : cards.count
            let most = first + Int((TestClock.now - begin) / 10) + 1
            #expect(try refused(name, pushed) <= most, "\(name)")
        }
        try pushed.apns.clearFaults()
        #expect(try pushed.show(all, 0.8))
        try pushed.check(all)
        // One token for each key, and one more for the key whose first one was expired.
        #expect(try pushed.apns.stats().number("/providerTokens") == 3)
        let warnings = pushed.relay.process.errors.lines.filter { $0.contains("clock differs") }
        #expect(warnings.count == 1)
        let isTold = warnings.first.map { line in (-121 ... -118).contains { line.contains("secondsAhead=\($0)") } }
        #expect(isTold == true, "\(warnings)")
    }

    /// How many pushes got that answer.
    private func refused(_ name: String, _ pushed: APNsRelay) throws -> Int {
        Int(try pushed.apns.stats().number("/answers/\(name)") ?? 0)
    }

    @Test func `a provider token that is called expired is made anew, once for all pushes`() throws {
        let pushed = try APNsRelay(options: ["--clock-offset", "50"])
        let cards = try pushed.cards(30)
        try pushed.step(cards, 0.1)
        #expect(try pushed.show(cards, 0.1))
        try pushed.apns.fault(#"{"reason":"ExpiredProviderToken","count":10}"#)
        for step in 2...4 { try pushed.step(cards, Double(step) / 10) }
        #expect(try pushed.show(cards, 0.4))
        try pushed.check(cards)
        let stats = try pushed.apns.stats()
        #expect(stats.number("/answers/ExpiredProviderToken") == 10)
        #expect(stats.number("/answers/TooManyProviderTokenUpdates") == nil)
        #expect(stats.number("/providerTokens") == 2)
        #expect(stats.number("/connectionsOpened") == 1)
        // A clock may differ by less than a minute.
        #expect(!pushed.relay.process.errors.lines.contains { $0.contains("clock differs") })
    }

    @Test func `a provider token that has expired by APNs' clock is made anew`() throws {
        // By that clock a new token may just be used, and one that was dated back to its grid by a minute or more may not.
        let ahead = 3540.0
        let pushed = try APNsRelay(options: ["--clock-offset", "\(Int(ahead))"])
        let age = TestClock.now.truncatingRemainder(dividingBy: 1200)
        let cards = try pushed.cards(5)
        for step in 1...3 {
            try pushed.step(cards, Double(step) / 10)
            #expect(try pushed.show(cards, Double(step) / 10))
        }
        let stats = try pushed.apns.stats()
        let wasExpired = stats.number("/answers/ExpiredProviderToken") ?? 0 > 0
        // In between both may be: time went on since.
        if (61..<1150).contains(age) { #expect(wasExpired) }
        if age < 30 { #expect(!wasExpired) }
        #expect(stats.number("/providerTokens") ?? 0 <= 2)
        #expect(stats.number("/mostInFlightPerToken") == 1)
    }
}
