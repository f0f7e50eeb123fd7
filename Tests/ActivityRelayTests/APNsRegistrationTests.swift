import Glibc
import JSON
import TestSupport
import Testing

/// Registrations of tokens, while APNs has its own word on them.
@Suite(.timeLimit(.minutes(20))) struct APNsRegistrationTests {
    private let pushed: APNsRelay

    init() throws {
        pushed = try APNsRelay()
    }

    /// A card that shows 0.1.
    private func shown(_ id: String = "t") throws -> APNsRelay.Card {
        let card = try pushed.card(id)
        try pushed.step([card], 0.1)
        #expect(try pushed.show([card], 0.1))
        #expect(try pushed.settle([card]))
        return card
    }

    private func answers(_ card: APNsRelay.Card) throws -> [String?] { try pushed.story(card).map(\.answer) }

    // MARK: Rotation

    @Test func `a token replaced while a push is under way gets no more, and the new one the newest state`() throws {
        let old = try shown()
        try pushed.apns.fault(#"{"token":"\#(old.token)","delay":1}"#)
        try pushed.step([old], 0.2)
        #expect(try TestClock.eventually { try pushed.apns.device(old.token).number("/inFlight") == 1 })
        let new = pushed.newToken(old)
        try pushed.register(new)
        try pushed.step([new], 0.3)
        #expect(try pushed.show([new], 0.3))
        try pushed.step([new], 0.4)
        #expect(try pushed.show([new], 0.4))
        #expect(try pushed.story(old).map(\.progress) == [0.1, 0.2])
        try pushed.check([old, new])
    }

    @Test func `that the old token is dead says nothing of the new one`() throws {
        let old = try shown()
        try pushed.apns.fault(#"{"token":"\#(old.token)","reason":"Unregistered"}"#)
        // APNs is made to answer only after the new token is known.
        pushed.apns.process.terminate(SIGSTOP)
        try pushed.step([old], 0.2)
        #expect(try TestClock.eventually { try pushed.target(old)?["sending"] != nil })
        let new = pushed.newToken(old)
        try pushed.register(new)
        pushed.apns.process.terminate(SIGCONT)
        #expect(try pushed.show([new], 0.2))
        try pushed.step([new], 0.3)
        #expect(try pushed.show([new], 0.3))
        #expect(try answers(old) == ["200", "Unregistered"])
        #expect(try pushed.target(new)?.text("/state") == "live")
        try pushed.check([old, new])
    }

    // MARK: Deaths

    /// APNs tells milliseconds.
    private func dieSince(_ instant: Double, _ card: APNsRelay.Card) throws {
        try pushed.apns.fault(
            #"{"token":"\#(card.token)","reason":"Unregistered","timestamp":\#(Int(instant * 1000))}"#)
        try pushed.step([card], 0.2)
    }

    @Test func `a death from before the registration is doubted: the push goes once more`() throws {
        let card = try shown()
        try dieSince(TestClock.now - 3600, card)
        #expect(try pushed.show([card], 0.2))
        try pushed.step([card], 0.3)
        #expect(try pushed.show([card], 0.3))
        #expect(try answers(card) == ["200", "Unregistered", "200", "200"])
        try pushed.check([card])
    }

    @Test func `a death from after the registration is one`() throws {
        let card = try shown()
        try dieSince(TestClock.now, card)
        #expect(try TestClock.eventually { try pushed.target(card)?.text("/state") == "dead" })
        #expect(try pushed.target(card)?.text("/reason")?.contains("410 Unregistered") == true)
        try pushed.step([card], 0.3)
        // What comes after it on the same connection has come.
        let other = try shown("other")
        #expect(try answers(card) == ["200", "Unregistered"])
        try pushed.check([card, other])
    }

    @Test func `a dead token registered once more is as good as new`() throws {
        let card = try shown()
        try dieSince(TestClock.now, card)
        #expect(try TestClock.eventually { try pushed.target(card)?.text("/state") == "dead" })
        try pushed.step([card], 0.3)
        try pushed.register(card)
        #expect(try pushed.show([card], 0.3))
        try pushed.step([card], 0.4)
        #expect(try pushed.show([card], 0.4))
        #expect(try answers(card) == ["200", "Unregistered", "200", "200"])
        try pushed.check([card])
    }

    // MARK: Mute and opt-out

    @Test func `the device of a dead token is mute until it has a new one, and others are not`() throws {
        let card = try shown()
        let other = pushed.newToken(card)
        try pushed.register(other, device: "tablet")
        #expect(try pushed.show([other], 0.1))
        try dieSince(TestClock.now, card)
        #expect(try pushed.show([other], 0.2))
        try pushed.step([other], 0.3)
        #expect(try pushed.show([other], 0.3))
        #expect(try answers(card) == ["200", "Unregistered"])
        let new = pushed.newToken(card)
        try pushed.register(new)
        #expect(try pushed.show([new], 0.3))
        try pushed.step([new], 0.4)
        #expect(try pushed.show([new, other], 0.4))
        #expect(try answers(card) == ["200", "Unregistered"])
        try pushed.check([card, other, new])
    }

    @Test func `who opts out gets no more, no end either, until it opts in`() throws {
        let card = try shown()
        let other = pushed.newToken(card)
        try pushed.register(other, device: "tablet")
        #expect(try pushed.show([other], 0.1))
        try pushed.optOut(card)
        try pushed.step([card], 0.2)
        #expect(try pushed.show([other], 0.2))
        #expect(try pushed.story(card).map(\.progress) == [0.1])
        try pushed.register(card)
        #expect(try pushed.show([card], 0.2))
        try pushed.optOut(card)
        try pushed.end([card])
        #expect(try TestClock.eventually { try pushed.apns.device(other.token)["ended"] == .bool(true) })
        #expect(try pushed.story(card).map(\.progress) == [0.1, 0.2])
        try pushed.check([card, other])
    }

    // MARK: Late tokens

    @Test func `a late token gets the state of then at once, alone and whole`() throws {
        let first = try shown()
        try pushed.step([first], 0.4, #","trackTitle":"Rain""#)
        #expect(try pushed.show([first], 0.4))
        let late = pushed.newToken(first)
        try pushed.register(late, device: "tablet")
        #expect(try pushed.show([late], 0.4))
        #expect(try pushed.apns.device(late.token).text("/contentState/trackTitle") == "Rain")
        #expect(try pushed.settle([first]))
        #expect(try pushed.count([first]) == 2)
        #expect(try pushed.count([late]) == 1)
        // The card that gave the token is there already.
        #expect(try pushed.apns.pushes(late.token).first?.text("/event") == "update")
        try pushed.check([first, late])
    }

    @Test func `a late token after the end gets the end, once`() throws {
        let first = try shown()
        try pushed.end([first])
        #expect(try TestClock.eventually { try pushed.apns.device(first.token)["ended"] == .bool(true) })
        let late = pushed.newToken(first)
        try pushed.register(late, device: "tablet")
        #expect(try TestClock.eventually { try pushed.apns.device(late.token)["ended"] == .bool(true) })
        for card in [first, late] {
            #expect(try pushed.settle([card]))
            try pushed.register(card, device: card.token == first.token ? "phone" : "tablet")
        }
        // What comes after it on the same connection has come.
        let other = try shown("other")
        #expect(try pushed.apns.pushes(first.token).map { $0.text("/event") } == ["update", "end"])
        #expect(try pushed.apns.pushes(late.token).map { $0.text("/event") } == ["end"])
        try pushed.check([first, late, other])
    }
}
