import ActivityResolver
import Dispatch
import Push
import Storage
import Synchronization
import Telemetry
import TestSupport
import Testing

@testable import Relay

/// What is committed is told and sent only once it is durable.
@Suite struct EnginePumpTests {
    private let store: SyncedStore
    private let sender = KeepingSender()
    private let metrics = RelayMetrics()
    private let pump: EnginePump
    private let clock: TestTime

    /// A pump on the store of a relay that ended while a push was under way: it is owed, and sent first of all.
    init() throws {
        let before = try EngineFixture()
        try before.take(#"{"conversionId":"gen-1","subscriberId":"u-7","status":"generating","progress":0.1}"#)
        store = SyncedStore(before.store)
        let clock = TestTime(before.now)
        self.clock = clock
        pump = Self.makePump(store, sender, metrics, clock)
    }

    private static func makePump(
        _ store: SyncedStore, _ sender: KeepingSender, _ metrics: RelayMetrics, _ clock: TestTime
    ) -> EnginePump {
        var settings = EngineSettings()
        settings.defaultTarget = EngineSettings.Target(name: "log", kind: .plain)
        settings.senders = EngineFixture.senders
        let engine = Engine(store: store, rules: Rules(), settings: settings)
        return EnginePump(
            engine: engine, senders: ["log": RunningSender("log", .log, sender)], metrics: metrics,
            logger: Logger(sink: { _ in }), now: { clock.now })
    }

    /// Lets the push that is owed be committed while nothing gets durable.
    private func startAndHold() throws {
        store.hold()
        try pump.start()
        try #require(store.waitForSync())
        #expect(sender.taken.isEmpty)
    }

    private func stop() {
        store.letGo()
        pump.stop(within: 1)
    }

    @Test func `a push goes out when it is durable, and not before`() throws {
        defer { stop() }
        try startAndHold()
        store.letGo()
        #expect(sender.waitForPushes())
        #expect(sender.taken.map(\.conversionId) == ["gen-1"])
    }

    @Test func `a disk that does not get done with a commit is a fault of the store`() throws {
        defer { stop() }
        try startAndHold()
        #expect(pump.storeFault == nil)
        #expect(pump.finisher.stall(at: .now() + 4.0) == nil)
        let told = try #require(pump.finisher.stall(at: .now() + 60.0))
        #expect(told.hasPrefix("the disk has not taken the last commit for 6") && told.hasSuffix(" s; check it"))
        store.letGo()
        #expect(sender.waitForPushes())
        #expect(pump.finisher.stall(at: .now() + 60.0) == nil)
    }

    @Test func `what cannot be made durable is not sent, and goes out once it can`() throws {
        defer { stop() }
        try startAndHold()
        store.letGo(StoreError(.io, "The disk is away."))
        let isTold = TestClock.eventually { pump.storeFault == "The disk is away." }
        #expect(isTold && metrics.commitFailures.value > 0)
        #expect(sender.taken.isEmpty)
        #expect(isDurable() == false)
        store.letGo()
        let isSent = TestClock.eventually {
            clock.now += 2
            return !sender.taken.isEmpty
        }
        #expect(isSent && sender.taken.map(\.conversionId) == ["gen-1"])
        #expect(pump.storeFault == nil)
        #expect(isDurable() == true)
    }

    @Test func `a failed sync is over by itself, though nothing is due and nobody asks for anything`() throws {
        let pushes = try EngineFixture().take(#"{"conversionId":"gen-1","progress":0.1}"#).pushes
        let store = SyncedStore(InMemoryStore())
        let pump = Self.makePump(store, sender, metrics, clock)
        defer { pump.stop(within: 1) }
        try pump.start()
        store.letGo(StoreError(.io, "The disk is away."))
        sender.tell(pushes.map { PushResult(push: $0, outcome: .ok) })
        #expect(TestClock.eventually { pump.storeFault == "The disk is away." })
        store.letGo()
        clock.now += 2
        #expect(TestClock.eventually { pump.storeFault == nil })
    }

    /// What who waits for a commit is told; nil where nobody is.
    private func isDurable() -> Bool? {
        let told = Mutex<Bool?>(nil)
        pump.afterCommit { isDurable in told.withLock { $0 = isDurable } }
        _ = TestClock.eventually { told.withLock { $0 } != nil }
        return told.withLock { $0 }
    }

    @Test func `what waits for a commit is called after what was committed before is told`() throws {
        defer { stop() }
        try startAndHold()
        let seen = Mutex<Int?>(nil)
        pump.afterCommit { [sender] _ in seen.withLock { $0 = sender.taken.count } }
        #expect(seen.withLock { $0 } == nil)
        store.letGo()
        let isCalled = TestClock.eventually { seen.withLock { $0 } != nil }
        #expect(isCalled)
        #expect(seen.withLock { $0 } == 1)
    }
}
