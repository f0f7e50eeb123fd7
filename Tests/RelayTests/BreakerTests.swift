import ActivityResolver
import Push
import Testing

@testable import Relay

/// What keeps pushes back from a service or a key that takes none.
@Suite struct BreakerTests {
    private let unanswered = Outcome.retry(Failure("no answer", scope: .service))
    private let refusedKey = Outcome.retry(Failure("403", scope: .key))

    private func result(_ outcome: Outcome, _ sender: String, _ target: String) -> PushResult {
        let planned = PlannedPush(
            target: target, event: .update, priority: 10,
            contentState: ContentState(status: "starting", displayStatus: "Starting…", progress: 0), reason: .status)
        let push = Push(
            sender: sender, sentAt: 0, conversionId: "t", subscriberId: nil, number: 1, place: Place(token: "A"),
            planned: planned)
        return PushResult(push: push, outcome: outcome)
    }

    private func admits(
        _ breakers: Breakers, _ sender: String, _ environment: Environment = .production, at now: Double
    ) -> Bool {
        breakers.admits("t", sender, environment, isSound: false, at: now)
    }

    /// What the breaker says at these instants, in order.
    private func answers(of breaker: inout Breaker, at instants: Double...) -> [Bool] {
        instants.map { breaker.admits(at: $0) }
    }

    @Test func `it opens after so many targets failed in a row, and lets one try through per interval`() {
        var breaker = Breaker(threshold: 3, interval: 10)
        for (target, at) in [("a", 0.0), ("b", 1), ("c", 2)] {
            let before = answers(of: &breaker, at: at)
            #expect(before == [true])
            breaker.failed(target, at: at)
        }
        let answers = answers(of: &breaker, at: 2, 11.9, 12, 12, 21.9, 22)
        #expect(answers == [false, false, true, false, false, true])
    }

    @Test func `a try that fails holds the next one back for an interval from its end`() {
        var breaker = Breaker(threshold: 1, interval: 10)
        breaker.failed("a", at: 0)
        let first = answers(of: &breaker, at: 10)
        breaker.failed("a", at: 20)
        let next = answers(of: &breaker, at: 20, 29, 30)
        #expect(first == [true] && next == [false, false, true])
    }

    @Test func `a push that nobody answered, and that is not repeated, opens nothing and closes nothing`() {
        let breakers = Breakers()
        let unknown = Outcome.unknown("no answer")
        for target in 0..<10 { breakers.learn(result(unknown, "hook", "r\(target)"), at: 0) }
        #expect(breakers.areClosed)
        for target in 0..<5 { breakers.learn(result(unanswered, "hook", "r\(target)"), at: 0) }
        #expect(!admits(breakers, "hook", at: 1))
        breakers.learn(result(unknown, "hook", "r1"), at: 2)
        #expect(!admits(breakers, "hook", at: 3))
        breakers.learn(result(.ok, "hook", "r1"), at: 4)
        #expect(admits(breakers, "hook", at: 4))
    }

    @Test func `a target that did not fail itself is let through more often`() {
        var breaker = Breaker(threshold: 1, interval: 10)
        breaker.failed("a", at: 0)
        let answers = [0, 2.4, 2.5, 2.6, 5, 7.5].map { breaker.admits(at: $0, isSound: true) }
        #expect(answers == [false, false, true, false, true, true])
        let others = [9.0, 10, 11].map { breaker.admits(at: $0, isSound: false) }
        #expect(others == [false, true, false])
    }

    @Test func `a success closes it and begins the count anew`() {
        let breakers = Breakers()
        for target in 1...4 { breakers.learn(result(unanswered, "hook", "\(target)"), at: 0) }
        breakers.learn(result(.ok, "hook", "a"), at: 1)
        for target in 1...4 { breakers.learn(result(unanswered, "hook", "\(target)"), at: 2) }
        #expect(admits(breakers, "hook", at: 2))
    }

    @Test func `what was kept back is released when there is a way again, each activity once`() {
        let breakers = Breakers()
        breakers.learn(result(refusedKey, "cards", "a"), at: 0)
        for name in ["x", "y", "x", "z"] {
            #expect(!breakers.admits(name, "cards", .production, isSound: false, at: 1))
        }
        #expect(!breakers.hasReleased)
        breakers.learn(result(.ok, "cards", "a"), at: 2)
        #expect(breakers.hasReleased)
        let released = breakers.takeReleased(2) + breakers.takeReleased(9)
        #expect(released.sorted() == ["t", "x", "y", "z"])
        #expect(!breakers.hasReleased)
    }

    @Test func `one target that fails again and again says nothing of the service`() {
        var breaker = Breaker(threshold: 3, interval: 10)
        for at in 0..<100 { breaker.failed("a", at: Double(at)) }
        let answers = answers(of: &breaker, at: 100)
        #expect(answers == [true])
    }

    @Test func `a clock set back does not hold the next try back for longer than an interval`() {
        var breaker = Breaker(threshold: 1, interval: 10)
        breaker.failed("a", at: 3600)
        let answers = answers(of: &breaker, at: 0, 5)
        #expect(answers == [true, false])
    }

    @Test func `services and worlds have their own, and five targets are needed`() {
        let breakers = Breakers()
        for target in 1...4 { breakers.learn(result(unanswered, "hook", "\(target)"), at: 0) }
        #expect(admits(breakers, "hook", .production, at: 0))
        breakers.learn(result(unanswered, "hook", "5"), at: 0)
        #expect(!admits(breakers, "hook", .production, at: 0))
        #expect(admits(breakers, "hook", .sandbox, at: 0))
        #expect(admits(breakers, "log", .production, at: 0))
    }

    @Test func `a refused key opens its own at once, and any other answer closes both`() {
        for answer in [Outcome.ok, .dropped("400"), .dead("410")] {
            let breakers = Breakers()
            breakers.learn(result(refusedKey, "cards", "a"), at: 0)
            #expect(!admits(breakers, "cards", .production, at: 9))
            #expect(admits(breakers, "cards", .sandbox, at: 9))
            #expect(admits(breakers, "cards", .production, at: 10))
            #expect(!admits(breakers, "cards", .production, at: 11))
            breakers.learn(result(answer, "cards", "a"), at: 12)
            #expect(admits(breakers, "cards", .production, at: 12) && admits(breakers, "cards", .production, at: 12))
        }
    }

    @Test func `a failure of one target alone opens nothing`() {
        let breakers = Breakers()
        for target in 0..<20 {
            breakers.learn(result(.retry(Failure("429", retryAfter: 30)), "hook", "\(target)"), at: 0)
        }
        #expect(admits(breakers, "hook", .production, at: 0))
    }

    @Test func `all can be closed at once, and what they kept back goes`() {
        let breakers = Breakers()
        breakers.learn(result(refusedKey, "apns", "a"), at: 0)
        #expect(!admits(breakers, "apns", at: 1))
        breakers.closeAll()
        #expect(breakers.areClosed)
        #expect(breakers.takeReleased(10) == ["t"])
        #expect(!breakers.hasReleased)
        #expect(admits(breakers, "apns", at: 1))
    }
}
