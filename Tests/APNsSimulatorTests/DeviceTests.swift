import Testing

@testable import APNsSimulator

struct DeviceTests {
    private static let start = SimulatedLine.start

    @Test func `a device shows the push with the newest timestamp`() throws {
        var line = try SimulatedLine()
        line.send(SimulatedLine.body("start", at: Self.start, state: #"{"n":1}"#))
        #expect(line.device()?.shown?.event == .start)
        line.send(SimulatedLine.body(at: Self.start + 1, state: #"{"n":2}"#, more: #","stale-date":1790000009"#))
        let shown = try #require(line.device()?.shown)
        #expect(shown.event == .update)
        #expect(shown.timestamp == Self.start + 1)
        #expect(shown.staleDate == 1_790_000_009)
        #expect(line.state() == #"{"n":2}"#)
    }

    @Test func `devices are apart`() throws {
        var line = try SimulatedLine()
        line.send(SimulatedLine.body(state: #"{"n":1}"#), token: 1)
        line.send(SimulatedLine.body(state: #"{"n":2}"#), token: 2)
        #expect(line.state(1) == #"{"n":1}"#)
        #expect(line.state(2) == #"{"n":2}"#)
        #expect(line.state(3) == nil)
    }

    @Test func `it gets stale at its stale date, and fresh by the next push`() throws {
        var line = try SimulatedLine()
        line.send(SimulatedLine.body(more: #","stale-date":1790000300"#))
        #expect(line.device()?.isStale(now: Self.start + 299) == false)
        #expect(line.device()?.isStale(now: Self.start + 300) == true)
        line.send(SimulatedLine.body(at: Self.start + 1))
        #expect(line.device()?.isStale(now: Self.start + 300) == false)
    }

    @Test func `after the end only a start counts`() throws {
        var line = try SimulatedLine()
        line.send(SimulatedLine.body("end", at: Self.start + 1, state: #"{"n":1}"#))
        #expect(line.device()?.endedAt == Self.start)
        line.send(SimulatedLine.body(at: Self.start + 2, state: #"{"n":2}"#))
        #expect(line.objections == [.afterTheEnd])
        #expect(line.state() == #"{"n":1}"#)
        line.send(SimulatedLine.body("start", at: Self.start + 3, state: #"{"n":3}"#))
        #expect(line.device()?.endedAt == nil)
        #expect(line.state() == #"{"n":3}"#)
        #expect(line.objections == [.afterTheEnd])
    }

    @Test func `an end counts whatever its timestamp, though it is objected to`() throws {
        var line = try SimulatedLine()
        line.send(SimulatedLine.body(at: Self.start + 5, state: #"{"n":5}"#))
        line.send(SimulatedLine.body("end", at: Self.start + 4, state: #"{"n":4}"#))
        #expect(line.device()?.endedAt == Self.start)
        #expect(line.device()?.shown?.event == .end)
        #expect(line.state() == #"{"n":5}"#)
        #expect(line.objections == [.olderThanShown(timestamp: Self.start + 4, shown: Self.start + 5)])
    }

    @Test(arguments: [
        ("", 14_400.0), (#","dismissal-date":1790000300"#, 300), (#","dismissal-date":1790100000"#, 14_400),
        (#","dismissal-date":1"#, 0),
    ]) func `a card goes at its dismissal date, four hours after the end at the latest`(
        _ more: String, _ seconds: Double
    ) throws {
        var line = try SimulatedLine()
        #expect(line.device() == nil)
        line.send(SimulatedLine.body())
        #expect(line.device()?.isOnScreen(now: Self.start + 100_000) == true)
        line.send(SimulatedLine.body("end", at: Self.start + 1, more: more))
        let device = try #require(line.device())
        if seconds > 0 { #expect(device.isOnScreen(now: Self.start + seconds - 1)) }
        #expect(!device.isOnScreen(now: Self.start + seconds))
        #expect(!device.isStale(now: Self.start + 100_000))
    }

    @Test func `requests under way are counted by token and by connection`() throws {
        var line = try SimulatedLine()
        var other = line.simulator.connectionOpened()
        let push = line.push().request
        let first = line.simulator.begin(push, on: &line.connection)
        let second = line.simulator.begin(push, on: &other)
        #expect(line.device()?.inFlight == 2)
        line.simulator.finish(second, isGivenUp: false, on: &other)
        line.simulator.finish(first, isGivenUp: false, on: &line.connection)
        #expect(line.device()?.inFlight == 0)
        line.simulator.countOverlaps(first: line.simulator.overlapCount)
        #expect(line.simulator.overlapCount == 0)
        #expect(line.simulator.statistics.mostInFlightPerToken == 2)
        #expect(line.simulator.statistics.mostInFlightPerConnection == 1)
    }

    @Test func `a request that was given up on another connection is not under way with the next one`() throws {
        var line = try SimulatedLine()
        var other = line.simulator.connectionOpened()
        let push = line.push().request
        let first = line.simulator.begin(push, on: &line.connection)
        let second = line.simulator.begin(push, on: &other)
        #expect(line.simulator.overlapCount == 1)
        line.simulator.finish(first, isGivenUp: true, on: &line.connection)
        // It came while the other connections were read: what was given up before it may be unread.
        let third = line.simulator.begin(push, on: &line.connection)
        line.simulator.countOverlaps(first: 1)
        #expect(line.simulator.statistics.mostInFlightPerToken == 1)
        #expect(line.simulator.overlapCount == 1)
        line.simulator.countOverlaps(first: 1)
        line.simulator.finish(second, isGivenUp: true, on: &other)
        line.simulator.finish(third, isGivenUp: false, on: &line.connection)
        #expect(line.simulator.statistics.mostInFlightPerToken == 2)
    }

    @Test func `on one connection requests are under way at once though the first is given up later`() throws {
        var line = try SimulatedLine()
        let push = line.push().request
        let first = line.simulator.begin(push, on: &line.connection)
        let second = line.simulator.begin(push, on: &line.connection)
        line.simulator.finish(first, isGivenUp: true, on: &line.connection)
        line.simulator.finish(second, isGivenUp: false, on: &line.connection)
        #expect(line.simulator.overlapCount == 0)
        #expect(line.simulator.statistics.mostInFlightPerToken == 2)
    }

    @Test func `what was under way at a reset does not count afterwards`() throws {
        var line = try SimulatedLine()
        let push = line.push().request
        let target = line.simulator.begin(push, on: &line.connection)
        line.simulator.reset()
        #expect(line.simulator.receive(push, target, on: &line.connection, now: line.now) == .answer(.accepted))
        line.simulator.finish(target, isGivenUp: false, on: &line.connection)
        #expect(line.simulator.devices.count == 0)
        line.send(SimulatedLine.body())
        #expect(line.device()?.inFlight == 0)
        #expect(line.simulator.statistics.connectionsOpen == 1)
        #expect(line.simulator.statistics.connectionsOpened == 0)
    }

    @Test func `the last pushes are kept, refused ones too`() throws {
        var line = try SimulatedLine(record: 2)
        for second in 1...3 { line.send(SimulatedLine.body(at: Self.start + Double(second), state: "{}")) }
        #expect(line.device()?.records.map(\.timestamp) == [Self.start + 2, Self.start + 3])
        var push = line.push()
        push.set("apns-topic", nil)
        _ = line.decide(push)
        let record = try #require(line.device()?.records.last)
        #expect(record.answer == "MissingTopic")
        #expect(record.status == 400)
        #expect(record.number == 4)
        #expect(record.payload == Array(push.body.utf8))
        #expect(!record.headers.contains { $0.name == "authorization" })
        #expect(record.headers.contains { $0.name == "apns-id" && $0.value == SentPush.id })
    }

    @Test func `what is said of pushes has no whole token, and nothing is said where quiet`() throws {
        var line = try SimulatedLine(quiet: false)
        line.send(SimulatedLine.body(state: "[]"))
        let report = line.simulator.takeReport()
        let (pushes, objections) = (
            String(decoding: report.pushes, as: UTF8.self), String(decoding: report.objections, as: UTF8.self)
        )
        #expect(pushes.hasPrefix(#"{"at":1790000000,"connection":1,"token":"aaaaaaaa…","apnsId":"123e4567"#))
        #expect(pushes.hasSuffix("\"status\":200,\"answer\":\"200\"}\n"))
        #expect(
            objections
                == "objection to a push for aaaaaaaa… (apns-id \(SentPush.id)): content-state is no object\n")
        #expect(line.simulator.takeReport().pushes == [])
        var quiet = try SimulatedLine()
        quiet.send(SimulatedLine.body(state: "[]"))
        #expect(quiet.simulator.takeReport().pushes == [])
        #expect(quiet.simulator.takeReport().objections == [])
    }
}
