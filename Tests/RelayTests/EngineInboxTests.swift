import Push
import Testing

@testable import Relay

/// What waits for the engine's next commits.
@Suite struct EngineInboxTests {
    private let push: Push
    private var inbox = EngineInbox()

    init() throws {
        push = try #require(EngineFixture().take(#"{"conversionId":"gen-1","progress":0.1}"#).pushes.first)
    }

    /// Results with these statuses.
    private func results(_ statuses: ClosedRange<Int>) -> [PushResult] {
        statuses.map { PushResult(push: push, outcome: .ok, status: $0) }
    }

    @Test mutating func `outcomes come in order, as many as were told together, until there are enough`() {
        for statuses in [1...3, 4...4, 5...9, 10...10] { _ = inbox.take(results(statuses), delay: 1) }
        #expect(inbox.takeOutcomes(4).map(\.status) == Array(1...4))
        #expect(inbox.takeOutcomes(1).map(\.status) == Array(5...9))
        #expect(inbox.takeOutcomes(100).map(\.status) == [10])
        #expect(inbox.takeOutcomes(100).isEmpty)
    }

    @Test mutating func `what could not be stored comes first, and nothing of it leaves nothing behind`() {
        _ = inbox.take(results(1...2), delay: 1)
        let taken = inbox.takeOutcomes(10)
        _ = inbox.take(results(3...3), delay: 1)
        inbox.giveBack(taken)
        inbox.giveBack([])
        #expect(inbox.outcomes.count == 2)
        #expect(inbox.takeOutcomes(10).map(\.status) == Array(1...3))
    }

    @Test mutating func `an outcome waits for a moment, unless one is awaited or the engine comes anyway`() {
        #expect(inbox.take(results(1...1), delay: 0.5) == 0.5)
        #expect(inbox.take(results(2...2), delay: 0.5) == nil)
        inbox.hurries = true
        #expect(inbox.take(results(3...3), delay: 0.5) == 0)
        #expect(!inbox.hurries)
        inbox.isDraining = true
        #expect(inbox.take(results(4...4), delay: 0.5) == nil)
    }

    @Test mutating func `an engine that is to come soon is not called once more, though it took all meanwhile`() {
        #expect(inbox.take(results(1...1), delay: 0.5) == 0.5)
        #expect(inbox.takeOutcomes(10).count == 1)
        #expect(inbox.take(results(2...2), delay: 0.5) == nil)
        inbox.hurries = true
        #expect(inbox.take(results(3...3), delay: 0.5) == 0)
        #expect(inbox.take(results(4...4), delay: 0.5) == nil)
        inbox.flushesSoon = false
        #expect(inbox.take(results(5...5), delay: 0.5) == 0.5)
    }
}
