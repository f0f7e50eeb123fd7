import Glibc
import JSON
import TestSupport
import Testing

/// What a relay that is ended in any way owes, and gives, after its next start.
@Suite(.timeLimit(.minutes(20))) struct `Durability` {
    /// What the answered events say of an activity.
    struct Told: Equatable {
        var progress: Double
        var title: String
    }

    @Test func `every answered event outlives a crash, and none is half applied`() throws {
        let folder = TemporaryFolder()
        var told: [String: Told] = [:]
        var hasAll = 0
        for round in 0..<10 {
            let relay = try ServedRelay(folder: folder)
            try Self.compare(relay, told)
            var count = 0
            for _ in 0..<Int.random(in: 1...6) {
                let size = Bool.random() ? 1 : Int.random(in: 2...40)
                let events = (0..<size).map { _ in
                    count += 1
                    let id = "gen-\(Int.random(in: 0..<30))"
                    let known = told[id]?.progress ?? 0
                    let progress = min(1, known + Double(Int.random(in: 1...100)) / 10_000)
                    told[id] = Told(progress: progress, title: "\(round).\(count)")
                    return Self.event(id, progress, "\(round).\(count)")
                }
                let answer = try relay.event(size == 1 ? events[0] : "[\(events.joined(separator: ","))]")
                #expect(answer.status == (size == 1 ? 202 : 200))
            }
            // One more that may or may not be answered: it is applied whole or not at all.
            let client = try HTTPClient(port: relay.port)
            let batch = (0..<50).map { Self.event("unanswered-\(round)-\($0)", 0.5, "x") }.joined(separator: ",")
            try client.sendRequest("POST", "/v1/events", body: Array("[\(batch)]".utf8))
            if Bool.random() { usleep(UInt32.random(in: 0..<5000)) }
            relay.crash()
            let next = try ServedRelay(folder: folder)
            let applied = try next.activities().count { $0.hasPrefix("unanswered-\(round)-") }
            #expect(applied == 0 || applied == 50)
            hasAll += applied / 50
            next.crash()
        }
        let relay = try ServedRelay(folder: folder)
        try Self.compare(relay, told)
        #expect(try relay.activities().count == told.count + 50 * hasAll)
    }

    static func event(_ id: String, _ progress: Double, _ title: String) -> String {
        #"{"conversionId":"\#(id)","progress":\#(progress),"trackTitle":"\#(title)"}"#
    }

    static func compare(_ relay: ServedRelay, _ told: [String: Told]) throws {
        for (id, want) in told {
            let state = try relay.get("/v1/activities/\(id)").json["contentState"]
            let got = Told(
                progress: state?.number("/progress") ?? -1, title: state?.text("/trackTitle") ?? "none")
            #expect(got.title == want.title)
            #expect(abs(got.progress - want.progress) < 1.5e-4)
        }
    }

    @Test func `eventIds and the order of events outlive a crash`() throws {
        let folder = TemporaryFolder()
        let first = try ServedRelay(folder: folder)
        try first.event(#"{"conversionId":"a","eventId":"e-1","sequence":7,"displayStatus":"seven"}"#)
        first.crash()
        let second = try ServedRelay(folder: folder)
        let again = try second.event(#"{"conversionId":"a","eventId":"e-1","sequence":9,"displayStatus":"nine"}"#)
        #expect(again.json.text("/outcome") == "duplicate")
        let late = try second.event(#"{"conversionId":"a","sequence":5,"displayStatus":"five"}"#)
        #expect(late.json.text("/contentState/displayStatus") == "seven")
    }

    // MARK: Boundaries

    /// Waits until the relay has stored what became of its pushes to `id`.
    static func settle(_ relay: ServedRelay, _ id: String) throws {
        let isSettled = try TestClock.eventually {
            let target = try relay.get("/v1/activities/\(id)").json.at("/targets/0")
            return target != nil && target?["sending"] == nil && target?["owed"] == nil
        }
        #expect(isSettled)
    }

    @Test func `a boundary that came due while no relay ran fires once, at once`() throws {
        let folder = TemporaryFolder()
        let first = try ServedRelay(folder: folder)
        let at = TestClock.now + 1.5
        let answer = try first.event(
            #"""
            {"conversionId":"a","boundary":{"at":\#(at),"displayStatus":"Mixing","alert":{"title":"Nearly there"}}}
            """#)
        #expect(answer.status == 202)
        try Self.settle(first, "a")
        first.crash()
        #expect(!first.process.output.all().contains { $0.contains(#""boundary""#) })
        TestClock.wait(until: at + 0.1)

        let second = try ServedRelay(folder: folder)
        let push = second.push { $0.text("/reason") == "boundary" }
        #expect(push?.text("/event") == "update")
        #expect(push?.number("/priority") == 10)
        #expect(push?.text("/contentState/displayStatus") == "Mixing")
        #expect(push?.text("/alert/title") == "Nearly there")
        try Self.settle(second, "a")
        #expect(try second.settledPushes().count == 1)
        second.crash()

        let third = try ServedRelay(folder: folder)
        #expect(try third.settledPushes() == [])
    }

    @Test func `a boundary fires at its instant though the relay was restarted before`() throws {
        let folder = TemporaryFolder()
        let first = try ServedRelay(folder: folder)
        let at = TestClock.now + 2.5
        try first.event(#"{"conversionId":"a","boundary":{"at":\#(at),"displayStatus":"Mixing"}}"#)
        try Self.settle(first, "a")
        first.crash()
        let second = try ServedRelay(folder: folder)
        let sentAt = second.push { $0.text("/reason") == "boundary" }?.number("/sentAt") ?? 0
        #expect(sentAt >= at - 0.001)
        #expect(sentAt < at + 1)
    }

    // MARK: What is owed

    @Test func `a push that could not be written comes after a crash with the newest state, and its alert is not lost`()
        throws
    {
        let folder = TemporaryFolder()
        let first = try ServedRelay(folder: folder, output: .file("/dev/full"))
        try first.event(#"{"conversionId":"a","trackTitle":"old","alert":{"title":"Hear this"}}"#)
        try first.event(#"{"conversionId":"a","trackTitle":"new"}"#)
        first.crash()
        let second = try ServedRelay(folder: folder)
        let push = second.push { $0.text("/conversionId") == "a" }
        #expect(push?.text("/event") == "start")
        #expect(push?.text("/contentState/trackTitle") == "new")
        #expect(push?.text("/alert/title") == "Hear this")
        #expect(push?.number("/priority") == 10)
    }

    @Test func `a push that nobody read is owed after a crash`() throws {
        let folder = TemporaryFolder()
        let first = try ServedRelay(folder: folder)
        first.process.output.close()
        try first.event(#"{"conversionId":"a","trackTitle":"Rain"}"#)
        first.crash()
        let second = try ServedRelay(folder: folder)
        let push = second.push { $0.text("/conversionId") == "a" }
        #expect(push?.text("/reason") == "retry")
        #expect(push?.text("/contentState/trackTitle") == "Rain")
        try Self.settle(second, "a")
        second.crash()
        #expect(try ServedRelay(folder: folder).settledPushes() == [])
    }

    @Test func `an owed end comes after a crash with its dismissal date`() throws {
        let folder = TemporaryFolder()
        let first = try ServedRelay(folder: folder, output: .file("/dev/full"))
        try first.event(#"{"conversionId":"a"}"#)
        try first.event(#"{"conversionId":"a","type":"complete"}"#)
        let ended = TestClock.now
        first.crash()
        let second = try ServedRelay(folder: folder)
        let push = second.push { $0.text("/conversionId") == "a" }
        #expect(push?.text("/event") == "end")
        #expect(push?.number("/contentState/progress") == 1)
        #expect(abs((push?.number("/dismissalDate") ?? 0) - ended - 300) < 5)
        try Self.settle(second, "a")
        #expect(try second.settledPushes().count == 1)
    }

    @Test func `a failing push is tried again without a restart`() throws {
        let relay = try ServedRelay()
        relay.process.output.close()
        try relay.event(#"{"conversionId":"a"}"#)
        let hasFailedTwice = try TestClock.eventually {
            try relay.get("/v1/activities/a").json.number("/targets/0/owed/failures") ?? 0 >= 2
        }
        #expect(hasFailedTwice)
        let pushes = try relay.get("/v1/activities/a").json["pushes"]?.arrayValue ?? []
        #expect(pushes.count >= 2)
        #expect(pushes.allSatisfy { $0.text("/outcome") == "retry" })
    }

    // MARK: Stopping

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal stops it with 0, and what is owed comes after the next start`(_ signal: Int32) throws {
        let folder = TemporaryFolder()
        let first = try ServedRelay(folder: folder, output: .file("/dev/full"))
        try first.event(#"{"conversionId":"a","trackTitle":"Rain"}"#)
        let asked = TestClock.now
        first.process.terminate(signal)
        #expect(first.process.waitForExit() == 0)
        #expect(TestClock.now - asked < 10)
        let second = try ServedRelay(folder: folder)
        let push = second.push { $0.text("/conversionId") == "a" }
        #expect(push?.text("/reason") == "retry")
        #expect(push?.text("/contentState/trackTitle") == "Rain")
        #expect(second.stop() == 0)
        #expect(try ServedRelay(folder: folder).settledPushes() == [])
    }

    @Test func `a signal right after it listens stops it with 0`() throws {
        for _ in 0..<20 {
            let relay = try ServedRelay()
            relay.process.terminate(SIGTERM)
            #expect(relay.process.waitForExit(within: 5) == 0)
        }
    }

    @Test func `a signal while requests come answers each that it took, and stores it`() throws {
        let folder = TemporaryFolder()
        let first = try ServedRelay(folder: folder)
        let client = try HTTPClient(port: first.port)
        var answered = 0
        do {
            while answered < 100_000 {
                if answered == 50 { first.process.terminate(SIGTERM) }
                let answer = try client.request(
                    "POST", "/v1/events", body: Array(#"{"conversionId":"a-\#(answered)"}"#.utf8))
                guard answer.status == 202 else { break }
                answered += 1
                if answer.header("Connection")?.lowercased() == "close" { break }
            }
        } catch {
            // The connection was closed between two requests.
        }
        #expect(first.process.waitForExit() == 0)
        #expect(answered >= 50)
        let written = first.process.output.all().compactMap { JSONValue($0).text("/conversionId") }
        let second = try ServedRelay(folder: folder)
        let rest = try second.settledPushes().compactMap { $0.text("/conversionId") }
        // Answered and stored, each pushed before or after the stop.
        let want = Set((0..<answered).map { "a-\($0)" })
        #expect(Set(try second.activities()).isSuperset(of: want))
        #expect(Set(written + rest).isSuperset(of: want))
    }

    @Test func `a request whose head was read before the signal is answered when its body comes`() throws {
        let relay = try ServedRelay()
        let body = Array(#"{"conversionId":"a"}"#.utf8)
        let client = try HTTPClient(port: relay.port)
        let head =
            "POST /v1/events HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: \(body.count)\r\n\r\n"
        try client.send(Array(head.utf8))
        // The interim answer says that the head was read.
        #expect(try client.readAnswer().status == 100)
        relay.process.terminate(SIGTERM)
        #expect(relay.process.waitForLine { $0.contains("message=stopping") } != nil)
        try client.send(body)
        let answer = try client.readAnswer()
        #expect(answer.status == 202)
        #expect(answer.header("Connection")?.lowercased() == "close")
        #expect(relay.process.waitForExit() == 0)
    }

    @Test func `a second signal ends it at once`() throws {
        let relay = try ServedRelay(configuration: #"{"limits":{"drainDelay":600,"stopTimeout":600}}"#)
        #expect(try relay.get("/readyz").status == 200)
        relay.process.terminate(SIGTERM)
        #expect(relay.process.waitForLine { $0.contains("message=stopping") } != nil)
        relay.process.terminate(SIGTERM)
        #expect(relay.process.waitForExit(within: 10) != nil)
    }

    @Test func `a request that never ends does not hold up the stop for longer than its time`() throws {
        let relay = try ServedRelay(configuration: #"{"limits":{"stopTimeout":1}}"#)
        let client = try HTTPClient(port: relay.port)
        try client.send(Array("POST /v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{".utf8))
        #expect(try relay.get("/readyz").status == 200)
        let asked = TestClock.now
        #expect(relay.stop() == 0)
        #expect(TestClock.now - asked < 5)
    }

    @Test func `the store is one relay's: a second one says so and exits 1, and the first goes on`() throws {
        let first = try ServedRelay()
        let second = try CommandResult.of([
            "serve", "--listen", "127.0.0.1:0", "--store", "sqlite:\(first.folder.path("relay.db"))",
        ])
        #expect(second.code == 1)
        #expect(second.output == [])
        #expect(second.errors.count == 1)
        #expect(second.errors.first?.contains("relay.db") == true)
        #expect(try first.event(#"{"conversionId":"a"}"#).status == 202)
        first.crash()
        let third = try ServedRelay(folder: first.folder)
        #expect(try third.activities() == ["a"])
    }
}
