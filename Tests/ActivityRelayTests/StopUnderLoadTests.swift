import Dispatch
import Glibc
import JSON
import Synchronization
import TestSupport
import Testing

/// A stop while requests come and the service that is pushed to answers nothing.
@Suite(.timeLimit(.minutes(20))) struct `Stopping under load` {
    /// What became of requests, by the conversionId of their event.
    private struct Log: Sendable {
        var answered: [String] = []
        var cut: [String] = []
        var refused: [String] = []
    }

    /// Posts an event after the other, each of an activity of its own, until a connection ends.
    private static func post(_ name: String, to port: Int, _ answered: borrowing Atomic<Int>) -> Log {
        var log = Log()
        guard let client = try? HTTPClient(port: port) else { return log }
        for number in 0..<1_000_000 {
            let id = "\(name)-\(number)"
            do {
                let answer = try client.request(
                    "POST", "/v1/events", body: Array(#"{"conversionId":"\#(id)","status":"generating"}"#.utf8))
                guard answer.status == 202 else {
                    log.refused.append("\(id): \(answer.text)")
                    break
                }
                log.answered.append(id)
                answered.add(1, ordering: .relaxed)
                if answer.header("Connection")?.lowercased() == "close" { break }
            } catch {
                log.cut.append(id)
                break
            }
        }
        return log
    }

    @Test func `cuts no request that was taken, though APNs answers nothing, and ends with 0 in time`() throws {
        let folder = TemporaryFolder()
        let apns = try SimulatedAPNs(folder: folder)
        let configuration = """
            {"senders":{"apns":{"type":"apns","teamId":"\(SimulatedAPNs.teamId)","keyId":"\(SimulatedAPNs.keyId)",
               "key":{"file":"\(apns.keyFile)"},"bundleId":"\(SimulatedAPNs.bundleId)","url":"\(apns.url)",
               "caFile":"\(apns.caFile)","timeout":60}},"defaultSender":null}
            """
        let first = try ServedRelay(folder: folder, configuration: configuration)
        try apns.fault(#"{"stall":true,"count":1000}"#)
        for number in 0..<100 {
            let place = #""subscriberId":"u-\#(number)","deviceId":"d","conversionId":"card-\#(number)""#
            let token = SimulatedAPNs.token(number)
            let answer = try first.post(
                "/v1/registrations", "{\(place),\"kind\":\"update\",\"sender\":\"apns\",\"token\":\"\(token)\"}")
            #expect(answer.status == 201)
            try first.event(#"{"conversionId":"card-\#(number)","subscriberId":"u-\#(number)","status":"generating"}"#)
        }
        // They were sent, and nothing comes.
        #expect(try TestClock.eventually { try apns.stats().number("/mostInFlightPerConnection") ?? 0 >= 1 })

        let logs = Mutex<[Log]>([])
        let answered = Atomic(0)
        let load = DispatchGroup()
        let port = first.port
        for index in 0..<8 {
            DispatchQueue(label: "load-\(index)").async(group: load) {
                let log = Self.post("t\(index)", to: port, answered)
                logs.withLock { $0.append(log) }
            }
        }
        #expect(TestClock.eventually { answered.load(ordering: .relaxed) >= 200 })
        let asked = TestClock.now
        first.process.terminate(SIGTERM)
        #expect(first.process.waitForExit() == 0)
        #expect(TestClock.now - asked < 10)
        load.wait()

        let second = try ServedRelay(folder: folder, configuration: configuration)
        let all = logs.withLock { $0 }
        #expect(all.count == 8)
        #expect(all.flatMap(\.refused) == [])
        for log in all {
            for id in log.answered.suffix(5) { #expect(try second.get("/v1/activities/\(id)").status == 200) }
            // Where there was no answer, the request was not taken: nothing of it is there.
            for id in log.cut { #expect(try second.get("/v1/activities/\(id)").status == 404, "\(id)") }
        }
        let count = try second.get("/metrics").text
        let stored = try MetricSamples(count).values.filter { $0.key.hasPrefix("relay_activities{") }
        #expect(stored.values.reduce(0, +) == Double(100 + all.reduce(0) { $0 + $1.answered.count }))
    }
}
