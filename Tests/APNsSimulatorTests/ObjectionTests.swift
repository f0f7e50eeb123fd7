import JSON
import Testing

@testable import APNsSimulator

struct ObjectionTests {
    /// What stands in `aps`, and what a device objects to.
    static let bodies: [(aps: String, objections: [Objection])] = [
        (#""event":"update","content-state":{}"#, [.noTimestamp]),
        (#""timestamp":"1790000000","event":"update","content-state":{}"#, [.noTimestamp]),
        (#""timestamp":null,"event":"update","content-state":{}"#, [.noTimestamp]),
        (#""timestamp":1790000000000,"event":"update","content-state":{}"#, [.timestampInMilliseconds]),
        (#""timestamp":1790000000.5,"event":"update","content-state":{}"#, [.timestampNotWhole]),
        (#""timestamp":1790028801,"event":"update","content-state":{}"#, [.timestampFarAhead]),
        (#""timestamp":1790000000,"content-state":{}"#, [.noEvent]),
        (#""timestamp":1790000000,"event":1,"content-state":{}"#, [.noEvent]),
        (#""timestamp":1790000000,"event":"stop","content-state":{}"#, [.unknownEvent("stop")]),
        (#""timestamp":1790000000,"event":"update""#, [.noContentState]),
        (#""timestamp":1790000000,"event":"end""#, [.noContentState]),
        (#""timestamp":1790000000,"event":"update","content-state":[]"#, [.contentStateIsNoObject]),
        (#""timestamp":1790000000,"event":"update","content-state":"{}""#, [.contentStateIsNoObject]),
        (#""timestamp":1790000000,"event":"update","content-state":{"a":null}"#, [.nullInContentState("/a")]),
        (
            #""timestamp":1790000000,"event":"update","content-state":{"a":"null","b/c":[1,{"d":null}]}"#,
            [.nullInContentState("/b~1c/1/d")]
        ),
        (
            #""timestamp":1790000000,"event":"update","content-state":{},"stale-date":"soon""#,
            [.dateIsNoNumber("stale-date")]
        ),
        (
            #""timestamp":1790000000,"event":"update","content-state":{},"dismissal-date":1790000000000"#,
            [.dateInMilliseconds("dismissal-date")]
        ),
        (
            #""timestamp":1790000000,"event":"start","content-state":{},"attributes-type":"T","attributes":{}"#,
            [.startWithout("an object alert")]
        ),
        (
            #""timestamp":1790000000,"event":"start","content-state":{},"alert":"A","attributes-type":1"#,
            [
                .startWithout("an object alert"), .startWithout("a text attributes-type"),
                .startWithout("an object attributes"),
            ]
        ),
        ("", [.noTimestamp, .noEvent, .noContentState]),
    ]

    @Test(arguments: bodies) func `what a device drops silently is objected to`(
        aps: String, objections: [Objection]
    ) throws {
        var line = try SimulatedLine()
        #expect(line.send("{\"aps\":{\(aps)}}") == .answer(.accepted))
        #expect(line.objections == objections)
        #expect(line.simulator.statistics.objections == objections.count)
        // Dates that cannot be read are left out; all else is dropped whole.
        #expect((line.device()?.shown == nil) == objections.contains { $0.isDrop })
    }

    @Test(arguments: [
        #"{"aps":[]}"#, #"{"aps":null}"#, "{}", #"{"alert":{}}"#,
    ]) func `a body without aps is objected to`(_ body: String) throws {
        var line = try SimulatedLine()
        #expect(line.send(body) == .answer(.accepted))
        #expect(line.objections == [.noAps])
    }

    @Test(arguments: [
        "x", "{", "{}{}", "[]", #"{"aps":{"timestamp":1}"#, #"{"aps":{},"aps":{}}"#,
    ]) func `a body that is no JSON object is objected to`(_ body: String) throws {
        var line = try SimulatedLine()
        #expect(line.send(body) == .answer(.accepted))
        guard case .notJSON? = line.objections.first, line.objections.count == 1 else {
            Issue.record("\(line.objections)")
            return
        }
    }

    @Test(arguments: [
        SimulatedLine.body(), SimulatedLine.body("start"), SimulatedLine.body("end"),
        SimulatedLine.body(state: #"{"a":"null","nullable":true}"#),
        SimulatedLine.body(more: #","stale-date":1790000300.5,"relevance-score":50,"input-push-token":1"#),
        SimulatedLine.body(at: SimulatedLine.start + 8 * 3600), SimulatedLine.body(at: 1),
        #"{"custom":null,"aps":{"timestamp":17900000e2,"event":"update","content-state":{},"own":[null]}}"#,
    ]) func `a body that is right meets no objection`(_ body: String) throws {
        var line = try SimulatedLine()
        #expect(line.send(body) == .answer(.accepted))
        #expect(line.objections == [])
    }

    @Test(arguments: [
        ("300", [Objection.expirationIsDuration(300)]), ("1789999999", [.expirationIsPast]), ("1790000000", []),
        ("0", []),
    ]) func `an expiration that is past or a duration is objected to`(
        _ expiration: String, _ objections: [Objection]
    ) throws {
        var line = try SimulatedLine()
        var push = line.push()
        push.set("apns-expiration", expiration)
        #expect(line.decide(push) == .answer(.accepted))
        #expect(line.objections == objections)
        #expect(line.state() == #"{"status":"generating"}"#)
    }

    @Test func `a timestamp that is not newer is stale and not shown`() throws {
        var line = try SimulatedLine()
        line.send(SimulatedLine.body(at: 1_790_000_002, state: #"{"n":2}"#))
        line.send(SimulatedLine.body(at: 1_790_000_001, state: #"{"n":1}"#))
        line.send(SimulatedLine.body(at: 1_790_000_002, state: #"{"n":3}"#))
        #expect(
            line.objections == [
                .olderThanShown(timestamp: 1_790_000_001, shown: 1_790_000_002),
                .olderThanShown(timestamp: 1_790_000_002, shown: 1_790_000_002),
            ])
        #expect(line.objections[0].description == "stale, not shown: timestamp 1790000001 is not newer than 1790000002")
        #expect(line.state() == #"{"n":2}"#)
    }

    @Test func `the same bytes again meet no objection`() throws {
        var line = try SimulatedLine()
        let first = SimulatedLine.body(at: 1_790_000_001, state: #"{"n":1}"#)
        let second = SimulatedLine.body(at: 1_790_000_002, state: #"{"n":2}"#)
        for body in [first, first, second, first] { line.send(body) }
        #expect(line.objections == [])
        #expect(line.state() == #"{"n":2}"#)
        #expect(line.device()?.pushes == 4)
    }

    @Test func `the last objections are kept, oldest first`() throws {
        var recent = Recent<Int>(most: 3)
        for number in 1...10 { recent.append(number) }
        #expect(Array(recent.elements) == [8, 9, 10])
    }
}
