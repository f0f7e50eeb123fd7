import Glibc
import JSON
import TestSupport
import Testing

/// An APNs that is slow or away, and who suffers from it: nobody else.
@Suite(.timeLimit(.minutes(20))) struct APNsAbsenceTests {
    @Test func `a slow APNs gets a handful of pushes, and the last one is right`() throws {
        let pushed = try APNsRelay()
        let card = try pushed.card("t")
        try pushed.apns.fault(#"{"delay":2,"count":null}"#)
        let begin = TestClock.now
        for event in 1...200 {
            // Forty a second, as long as this machine keeps up.
            TestClock.wait(until: begin + Double(event) * 0.025)
            try pushed.step([card], Double(event) / 250)
        }
        #expect(try pushed.show([card], 0.8))
        #expect(try pushed.settle([card]))
        // One at a time, each two seconds long.
        let most = Int((TestClock.now - begin) / 2) + 1
        #expect((2...most).contains(try pushed.count([card])))
        try pushed.check([card])
    }

    /// How an APNs is of no use.
    enum Absence: CaseIterable {
        /// Nobody listens there.
        case refuses
        /// It takes connections, and says nothing on them.
        case isMute
        /// It takes pushes, and answers none.
        case stalls
    }

    @Test(arguments: Absence.allCases)
    func `an APNs that is away holds up neither webhooks nor answers to events`(_ absence: Absence) throws {
        let receiver = try WebhookReceiver(secrets: [HookedRelay.secrets[0]])
        let pushed = try APNsRelay(
            // So long that nothing which waited for APNs would be through within a test's patience.
            timeout: 2 * TestClock.patience,
            moreSenders: """
                ,"hook":{"type":"webhook","url":"\(receiver.url)/hook","secret":{"env":"HOOK_SECRET"},
                  "caFile":"\(receiver.certificate.caFile)"}
                """,
            environment: ["HOOK_SECRET": HookedRelay.secrets[0]])
        switch absence {
        case .refuses: try pushed.apns.fault(#"{"accepting":false}"#)
        case .isMute: pushed.apns.process.terminate(SIGSTOP)
        case .stalls: try pushed.apns.fault(#"{"stall":true,"count":null}"#)
        }
        let cards = try pushed.cards(60)
        let hooked = try pushed.cards(20, "hooked", sender: "hook")
        let steps = (1...10).map { Double($0) / 20 }
        for progress in steps {
            try pushed.step(cards + hooked, progress)
            #expect(hasTaken(receiver, hooked[19], progress))
        }
        for card in hooked { #expect(hasTaken(receiver, card, 0.5), "\(card.id)") }
        let last = receiver.requests.filter { $0.text("/body/conversionId") == hooked[19].id }
        #expect(last.map { $0.number("/body/contentState/progress") } == steps)
        guard absence == .isMute else {
            // Nobody was pushed to through APNs all that time.
            #expect(try pushed.apns.stats().number("/accepted") == 0)
            return
        }
        pushed.apns.process.terminate(SIGCONT)
        #expect(try pushed.show(cards, 0.5))
        try pushed.check(cards)
    }

    private func hasTaken(_ receiver: WebhookReceiver, _ card: APNsRelay.Card, _ progress: Double) -> Bool {
        let request = receiver.request {
            $0.text("/body/conversionId") == card.id && $0.number("/body/contentState/progress") == progress
        }
        return request?.number("/answer") == 200
    }
}
