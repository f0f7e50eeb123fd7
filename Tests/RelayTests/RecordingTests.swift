import ActivityResolver
import HTTPServer
import JSON
import Push
import Storage
import Telemetry
import TestSupport
import Testing

@testable import Relay

/// An activity's history as a recording: replayed, it gives the pushes that there were.
@Suite struct RecordingTests {
    /// A relay in virtual time whose events leave a history.
    private struct Recorded {
        let relay: VirtualRelay
        let store: SQLiteStore
        let rules: Rules
        var pushes: [Push] = []

        init(_ rules: Rules) throws {
            self.rules = rules
            store = try SQLiteStore()
            relay = VirtualRelay(
                rules: rules, eventIds: 1000, store: store, keepsAllAtHand: false, recordsHistory: true)
        }

        mutating func take(_ item: IntakeItem, at instant: Double) throws {
            pushes += try relay.run(until: max(relay.now, instant))
            pushes += try relay.engine.process([.events([item])], at: relay.now).pushes
        }

        mutating func run(until instant: Double) throws {
            pushes += try relay.run(until: instant)
        }

        private var lookUp: LookUp {
            let now = relay.now
            var settings = APISettings(rules: rules, logger: Logger { _ in }, now: { now })
            settings.history = 10_000
            return LookUp(store: store, settings: settings, now: now)
        }

        /// How many pushes of an activity its history tells of.
        func pushCount(_ conversionId: String) throws -> Int {
            let body = try lookUp.history(conversionId, ReadRequest(query: "limit=1000")).body
            let entries = JSONValue(String(decoding: body, as: UTF8.self))["entries"]?.arrayValue ?? []
            return entries.count { $0.text("/kind") == "push" }
        }

        func recording(_ conversionId: String) throws -> [UInt8] {
            try lookUp.history(conversionId, ReadRequest(query: "format=ndjson")).body
        }
    }

    /// The pushes of one activity that a recording leads to, and what replay complains of.
    private func replay(
        _ recording: [UInt8], _ conversionId: String, _ rules: Rules, until: Double
    ) throws -> (pushes: [JSONValue], complaints: [String]) {
        var parser = RecordingParser(EventDecoder())
        var replayer = Replayer(VirtualRelay(rules: rules, eventIds: 1000))
        var pushes = try replayer.take(parser.take(recording[...]))
        pushes += try replayer.run(until: until)
        let values = try JSONLines.values(PushLines.bytes(pushes.filter { $0.conversionId == conversionId }))
        return (values, replayer.complaints)
    }

    /// In these an activity is purged and comes again.
    private static let purging: Set<String> = ["cases/40-tombstone.json"]

    @Test(arguments: CasesTests.names)
    func `what each activity of the worked examples was pushed comes again from its recording`(
        _ name: String
    ) throws {
        let example = try Fixtures.json(name)
        let source = ConfigurationSource(environment: [:]) { _ in nil }
        let configuration = try ConfigurationReader(source: source).read(example["config"]?.canonical)
        var recorded = try Recorded(configuration.rules)
        for line in example["events"]?.arrayValue ?? [] {
            let event = Array((line["event"] ?? .null).canonical.utf8)
            let at = try #require(line["at"].flatMap { $0.doubleValue ?? $0.stringValue.flatMap(Timestamp.parse) })
            try recorded.take(IntakeReader().event(event), at: at)
        }
        if let until = example["until"]?.doubleValue { try recorded.run(until: until) }
        let until = recorded.relay.now
        for conversionId in Set(recorded.pushes.map(\.conversionId)).sorted() {
            // One that is purged by then has no history any more, and one that came again has that since.
            guard try recorded.store.read({ try $0.activity(conversionId) }) != nil else { continue }
            let kept = try recorded.pushCount(conversionId)
            let all = try JSONLines.values(PushLines.bytes(recorded.pushes.filter { $0.conversionId == conversionId }))
            #expect(kept == all.count || Self.purging.contains(name))
            let want = Array(all.suffix(kept))
            let (got, complaints) = try replay(
                try recorded.recording(conversionId), conversionId, configuration.rules, until: until)
            #expect(got == want, "\(conversionId)")
            #expect(complaints == [])
        }
    }

    @Test func `what a path, a header and a registration told stands in the recording`() throws {
        let relay = try EngineFixture(defaultTarget: nil)
        try relay.register("d", subscriberId: "u", conversionId: "t")
        func put(_ body: String, _ eventId: String) throws {
            let item = IntakeReader().event(Array(body.utf8), conversionId: "t", eventId: eventId)
            _ = try relay.engine.process([.events([item])], at: relay.now)
        }
        try put(#"{"progress" : 0.2}"#, "e-1")
        try put(#"{"progress":0.9}"#, "e-1")
        try relay.take(#"{"conversionId":"t","progress":7}"#)
        let settings = APISettings(logger: Logger { _ in }, now: { 0 })
        let answer = try LookUp(store: relay.store, settings: settings, now: relay.now)
            .history("t", ReadRequest(query: "format=ndjson"))
        #expect(answer.contentType == "application/x-ndjson")
        #expect(
            String(decoding: answer.body, as: UTF8.self) == """
                {"at":1790000000,"event":{"conversionId":"t","eventId":"e-1","subscriberId":"u","progress":0.2}}
                {"at":1790000000,"event":{"conversionId":"t","eventId":"e-1","progress":0.9}}

                """)
    }

    @Test func `the start that superseded an activity as it came is in the recording though nobody was pushed to`()
        throws
    {
        let relay = try EngineFixture(defaultTarget: nil)
        try relay.take(#"{"conversionId":"t-2","subscriberId":"u","type":"start"}"#)
        try relay.take(#"{"conversionId":"t","subscriberId":"u","startedAt":1789999995}"#)
        let settings = APISettings(logger: Logger { _ in }, now: { 0 })
        let answer = try LookUp(store: relay.store, settings: settings, now: relay.now)
            .history("t", ReadRequest(query: "format=ndjson"))
        #expect(
            String(decoding: answer.body, as: UTF8.self) == """
                {"at":1790000000,"event":{"conversionId":"t-2","subscriberId":"u","type":"start","startedAt":1790000000}}
                {"at":1790000000,"event":{"conversionId":"t","subscriberId":"u","startedAt":1789999995}}

                """)
    }

    @Test func `an event that is long for its blanks is recorded without them`() throws {
        let relay = try EngineFixture()
        let blanks = String(repeating: " ", count: 20_000)
        try relay.take(#"{"conversionId":"t",\#(blanks)"progress":0.25}"#)
        let settings = APISettings(logger: Logger { _ in }, now: { 0 })
        let body = try LookUp(store: relay.store, settings: settings, now: relay.now)
            .history("t", ReadRequest(query: "format=ndjson")).body
        #expect(
            String(decoding: body, as: UTF8.self)
                == #"{"at":1790000000,"event":{"conversionId":"t","progress":0.25}}"# + "\n")
    }
}
