import ActivityResolver
import Storage
import Testing

@testable import Relay

/// How the history is kept from growing.
@Suite struct PruningTests {
    private let relay: EngineFixture

    init() throws {
        relay = try EngineFixture(defaultTarget: nil)
        for number in 1...700 { try relay.take(#"{"conversionId":"gen-1","progress":0.\#(100 + number)}"#) }
    }

    private func entries() throws -> Int {
        try relay.store.read { try $0.historyEntries() }
    }

    private func prune() throws -> Bool {
        try relay.engine.prune(at: relay.now)
    }

    @Test func `what is old goes in pieces, of which each is small`() throws {
        #expect(try entries() == 700)
        relay.now += relay.rules.policy.maxLifetime + relay.rules.policy.retention + 1
        #expect(try prune())
        #expect(try entries() == 200)
        #expect(try prune())
        #expect(try entries() == 100)
        #expect(try prune())
        #expect(try entries() == 0)
        #expect(try !prune())
    }

    @Test func `as much goes as comes, and more`() throws {
        relay.now += relay.rules.policy.maxLifetime + relay.rules.policy.retention + 1
        #expect(try prune())
        let least = try entries()
        for number in 1...80 { try relay.take(#"{"conversionId":"gen-2","progress":0.\#(100 + number)}"#) }
        let before = try entries()
        #expect(try prune())
        // Time has ended the other activity meanwhile, which is an entry too.
        #expect(before - least >= 80)
        #expect(try before - entries() == 2 * (before - least))
    }

    @Test func `what is not old stays`() throws {
        relay.now += relay.rules.policy.maxLifetime + relay.rules.policy.retention - 1
        #expect(try !prune())
        #expect(try entries() == 700)
    }
}
