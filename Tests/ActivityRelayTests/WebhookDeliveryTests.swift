import Glibc
import JSON
import TestSupport
import Testing

/// Webhooks from the program to a receiver of another make, by HTTPS, whatever the receiver does.
@Suite(.timeLimit(.minutes(20))) struct WebhookDeliveryTests {
    private static let deeds: [(name: String, deed: WebhookReceiver.Deed)] = [
        ("error", .status(500)), ("throttle", .status(429, headers: ["Retry-After": "1"])), ("missing", .status(404)),
        ("redirect", .status(302, headers: ["Location": "https://127.0.0.1:1/"])), ("hang", .hang), ("reset", .reset),
        ("fine", .ok),
    ]

    @Test func `pushes arrive signed, in order and newest last, whatever goes wrong on the way`() throws {
        let hooked = try HookedRelay()
        for (name, deed) in Self.deeds { try hooked.receiver.tell(deed, match: ["conversionId": name], times: 2) }
        for step in 1...8 {
            for (name, _) in Self.deeds { try hooked.progress(name, Double(step) / 10) }
        }
        for (name, _) in Self.deeds {
            #expect(hooked.hasTaken("conversionId", name, progress: 0.8), "\(name)")
        }
        try checkOrder(hooked)
        // No redirect was followed, and each misbehaviour was met.
        for (name, _) in Self.deeds where name != "fine" {
            let answers = hooked.receiver.requests.filter { $0.text("/body/conversionId") == name }.map { $0["answer"] }
            #expect(answers.count { $0 != .number(JSONNumber(200)) } == 2, "\(name)")
        }
    }

    @Test func `a receiver that was away gets the newest state when it is back`() throws {
        let hooked = try HookedRelay()
        try hooked.progress("t", 0.1)
        #expect(hooked.hasTaken("conversionId", "t", progress: 0.1))
        hooked.receiver.stop()
        for step in 2...6 { try hooked.progress("t", Double(step) / 10) }
        try hooked.progress("born meanwhile".replacing(" ", with: "-"), 0.3)
        #expect(hooked.relay.process.errors.line { $0.contains("a push failed and will be repeated") } != nil)
        try hooked.receiver.start()
        #expect(hooked.hasTaken("conversionId", "t", progress: 0.6))
        #expect(hooked.hasTaken("conversionId", "born-meanwhile", progress: 0.3))
        #expect(hooked.taken("conversionId", "born-meanwhile").first?.text("/body/event") == "start")
        #expect(hooked.relay.process.errors.line { $0.contains("pushes are taken again") } != nil)
        try checkOrder(hooked)
    }

    @Test func `a receiver that wants no more is left alone`() throws {
        let hooked = try HookedRelay()
        try hooked.receiver.tell(.status(410), match: ["conversionId": "gone"])
        try hooked.progress("gone", 0.1)
        #expect(hooked.receiver.request { $0.number("/answer") == 410 } != nil)
        let isDead = try TestClock.eventually {
            try hooked.relay.get("/v1/activities/gone").json.text("/targets/0/state") == "dead"
        }
        #expect(isDead)
        for step in 2...5 { try hooked.progress("gone", Double(step) / 10) }
        try hooked.progress("other", 0.5)
        #expect(hooked.hasTaken("conversionId", "other", progress: 0.5))
        #expect(hooked.receiver.requests.count { $0.text("/body/conversionId") == "gone" } == 1)
    }

    @Test func `a push that is refused is given up, and the next one goes`() throws {
        let hooked = try HookedRelay()
        try hooked.receiver.tell(.status(422), match: ["conversionId": "t"], times: 1)
        try hooked.progress("t", 0.1)
        #expect(hooked.receiver.request { $0.number("/answer") == 422 } != nil)
        #expect(hooked.relay.process.errors.line { $0.contains("a push was refused and is given up") } != nil)
        try hooked.progress("t", 0.2)
        #expect(hooked.hasTaken("conversionId", "t", progress: 0.2))
        #expect(hooked.receiver.requests.map { $0.number("/body/contentState/progress") } == [0.1, 0.2])
    }

    @Test func `an alert that was not delivered goes with the next push`() throws {
        let hooked = try HookedRelay()
        try hooked.receiver.tell(.status(503), times: 2)
        try hooked.progress("t", 0.1, #","alert":{"title":"Soon"}"#)
        #expect(hooked.hasTaken("conversionId", "t", progress: 0.1))
        #expect(hooked.taken("conversionId", "t").map { $0.text("/body/alert/title") } == ["Soon"])
    }

    /// Show 2 of the delivery: the others' pushes are as if the dead one was not there.
    @Test func `of three targets the dead one holds nobody up, and gets the newest state when it is back`() throws {
        let hooked = try HookedRelay()
        let targets = try ["a", "b", "dead"].map { try hooked.register("t", $0) }
        try hooked.receiver.tell(.hang, match: ["target": targets[2]])
        for step in 1...20 {
            try hooked.progress("t", Double(step) / 50)
            #expect(hooked.hasTaken("target", targets[0], progress: Double(step) / 50))
            #expect(hooked.hasTaken("target", targets[1], progress: Double(step) / 50))
        }
        let both = targets.prefix(2).map { hooked.taken("target", $0).map { $0.at("/body/contentState") } }
        #expect(both[0].count == 20 && both[0] == both[1])
        try hooked.receiver.tell(.ok, match: ["target": targets[2]])
        #expect(hooked.hasTaken("target", targets[2], progress: 0.4))
        #expect(hooked.taken("target", targets[2]).first?.text("/body/event") == "start")
        try checkOrder(hooked)
    }

    @Test func `what is owed at a stop or a crash is sent after the next start`() throws {
        let folder = TemporaryFolder()
        let hooked = try HookedRelay(folder: folder)
        try hooked.receiver.tell(.hang)
        try hooked.progress("stopped", 0.1)
        #expect(hooked.receiver.request { $0.text("/body/conversionId") == "stopped" } != nil)
        try hooked.progress("stopped", 0.3)
        #expect(hooked.relay.stop() == 0)
        let second = try HookedRelay(receiver: hooked.receiver, folder: folder)
        try second.progress("crashed", 0.2)
        #expect(second.receiver.request { $0.text("/body/conversionId") == "crashed" } != nil)
        second.relay.crash()
        try second.receiver.tell(.ok)
        let third = try HookedRelay(receiver: hooked.receiver, folder: folder)
        #expect(third.hasTaken("conversionId", "stopped", progress: 0.3))
        #expect(third.hasTaken("conversionId", "crashed", progress: 0.2))
        #expect(third.relay.stop() == 0)
    }

    @Test func `a sender that hangs slows no other, and no answer to an event`() throws {
        let hooked = try HookedRelay(timeout: 30, defaultSender: "log")
        try hooked.receiver.tell(.hang)
        for index in 0..<50 { _ = try hooked.register("hung-\(index)", "d", subscriber: "u-\(index)") }
        for index in 0..<50 { try hooked.progress("hung-\(index)", 0.1) }
        for index in 0..<50 { try hooked.progress("fine-\(index)", 0.1) }
        let settled = try hooked.relay.settledPushes()
        #expect(settled.count == 50)
        #expect(settled.allSatisfy { $0.text("/conversionId")?.hasPrefix("fine-") == true })
    }

    @Test func `readiness tells what is wrong here, and only shows what is wrong elsewhere`() throws {
        let folder = TemporaryFolder()
        let receiver = try WebhookReceiver(secrets: HookedRelay.secrets)
        let caFile = folder.path("ca.pem")
        symlink(receiver.certificate.caFile, caFile)
        let hooked = try HookedRelay(receiver: receiver, caFile: caFile)
        unlink(caFile)
        try hooked.progress("t", 0.1)
        #expect(try TestClock.eventually { try hooked.relay.get("/readyz").status == 503 })
        #expect(try hooked.relay.get("/readyz").text.contains("the sender hook: "))
        symlink(receiver.certificate.caFile, caFile)
        #expect(hooked.hasTaken("conversionId", "t", progress: 0.1))
        #expect(try TestClock.eventually { try hooked.relay.get("/readyz").status == 200 })
        hooked.receiver.stop()
        try hooked.progress("t", 0.2)
        let isShown = try TestClock.eventually {
            try hooked.relay.get("/readyz").json.text("/failingSenders/hook") != nil
        }
        #expect(isShown)
        #expect(try hooked.relay.get("/readyz").status == 200)
    }

    /// Every request was signed with both secrets; of each target progress never falls, and one id is one body.
    private func checkOrder(_ hooked: HookedRelay) throws {
        var highest: [String: Double] = [:]
        var bodies: [String: String] = [:]
        for request in hooked.receiver.requests {
            #expect(request["verified"] == JSONValue("[0,1]"))
            let name = (request.text("/body/target") ?? "") + (request.text("/body/conversionId") ?? "")
            let progress = try #require(request.number("/body/contentState/progress"))
            #expect(progress >= highest[name] ?? 0)
            highest[name] = progress
            let id = try #require(request.text("/headers/webhook-id"))
            let body = try #require(request.text("/raw"))
            #expect(bodies[id] == nil || bodies[id] == body)
            bodies[id] = body
        }
    }
}
