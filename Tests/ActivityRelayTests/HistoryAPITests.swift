import JSON
import TestSupport
import Testing

/// The history of an activity, and text for people, from a relay at work.
@Suite(.timeLimit(.minutes(20))) struct `History` {
    private static let path = "/v1/activities/t/history"

    private func entries(_ relay: ServedRelay, headers: [(String, String)] = []) throws -> [JSONValue] {
        try relay.get(Self.path, headers: headers).json["entries"]?.arrayValue ?? []
    }

    /// The entries once the last push was answered.
    private func settled(_ relay: ServedRelay) throws -> [JSONValue] {
        var found: [JSONValue] = []
        _ = try TestClock.eventually {
            found = try entries(relay)
            return found.last { $0.text("/kind") == "push" }?.text("/outcome") != "sending"
        }
        return found
    }

    @Test func `events and pushes stand in order, raw beside resolved, and a restart loses none of it`() throws {
        let relay = try ServedRelay()
        try relay.event(#"{"conversionId":"t","status":"finalizing","progress":0.1}"#)
        try relay.event(#"{"conversionId":"t","progress":1.5}"#)
        let before = try settled(relay)
        #expect(before.map { $0.text("/kind") } == ["event", "push", "event"])
        #expect(before[0].text("/event/status") == "finalizing")
        #expect(before[0].text("/contentState/status") == "generating")
        #expect(before[0].text("/why/status") == "finalizing is held back until the ring is at 70 % (L3)")
        #expect(before[1].text("/outcome") == "ok")
        #expect(before[1].number("/request/number") == 1)
        #expect(before[1].text("/request/sender") == "log")
        #expect((before[1].number("/request/milliseconds") ?? -1) >= 0)
        #expect(before[2].text("/outcome") == "refused")
        relay.stop()
        let again = try ServedRelay(folder: relay.folder)
        #expect(try entries(again) == before)
    }

    @Test func `a webhook's pushes are told with id, status and time`() throws {
        let hooked = try HookedRelay()
        try hooked.progress("t", 0.1)
        let push = try #require(try settled(hooked.relay).last)
        #expect(push.number("/request/status") == 200)
        #expect((push.number("/request/milliseconds") ?? 0) > 0)
        let request = try #require(hooked.receiver.request { $0.text("/body/conversionId") == "t" })
        let id = try #require(push.text("/request/webhook-id"))
        #expect(id.hasPrefix("msg_") && request.canonical.contains(id))
    }

    @Test func `the same is told as text, by Accept and by format`() throws {
        let relay = try ServedRelay()
        try relay.event(
            #"{"conversionId":"t","subscriberId":"u","trackTitle":"雨","status":"finalizing","progress":0.1}"#)
        _ = try settled(relay)
        for path in ["/v1/activities/t", Self.path, "/v1/activities"] {
            let told = try relay.get(path, headers: [("Accept", "text/plain")])
            #expect(told.status == 200)
            #expect(told.header("Content-Type") == "text/plain; charset=utf-8")
            #expect(told.header("Vary") == "Accept")
            #expect(!told.text.contains("\t") && !told.text.contains("\u{1B}"))
            #expect(told.text.contains("雨") && told.text.hasSuffix("\n"))
            #expect(try relay.get("\(path)?format=text").header("Content-Type") == "text/plain; charset=utf-8")
            #expect(try relay.get(path, headers: [("Accept", "*/*")]).header("Content-Type") == "application/json")
            #expect(try relay.get("\(path)?format=xml").status == 400)
        }
        let timeline = try relay.get("\(Self.path)?format=text").text
        #expect(timeline.hasPrefix("t of u: active, began "))
        #expect(timeline.contains("event  finalizing, 10 %, title \"雨\" → Generating… 10 %"))
        #expect(timeline.contains("push   start to log, priority 10: Generating… 10 %"))
        #expect(timeline.contains("start (N1); ok in "))
        let card = try relay.get("/v1/activities/t?format=text").text
        #expect(card.contains("stage      generating"))
        #expect(card.contains("the backend's finalizing is not believed yet (L3)"))
        #expect(card.contains("log by log: live, 1 push\n"))
        let list = try relay.get("/v1/activities?format=text").text
        #expect(list.split(separator: "\n").count == 1)
        #expect(list.hasPrefix("t  active "))
    }

    @Test func `a recording goes through replay, whatever form its events came in`() throws {
        let relay = try ServedRelay(
            configuration: #"{"policy":{"minPushInterval":0.01,"ordinaryInterval":0.01}}"#)
        _ = try relay.request(
            "PUT", "/v1/activities/t",
            headers: [
                ("Content-Type", "application/x-www-form-urlencoded"), ("Idempotency-Key", "\"e-1\""),
            ], body: Array("status=generating&progress=0.4&trackTitle=Rain%20on%20Glass".utf8))
        // Each push is waited for: one that another overtakes is in no recording.
        #expect(relay.push { $0.number("/contentState/progress") == 0.4 } != nil)
        try relay.event("{\n \"conversionId\": \"t\",\n \"progress\": 0.6\n}")
        #expect(relay.push { $0.number("/contentState/progress") == 0.6 } != nil)
        try relay.event(
            #"{"conversionId":"t","progress":0.7}"#,
            headers: [("ce-specversion", "1.0"), ("ce-id", "c-1"), ("ce-source", "/s"), ("ce-type", "x.update")])
        #expect(relay.push { $0.number("/contentState/progress") == 0.7 } != nil)
        try relay.post("/v1/activities/t/end", #"{"phase":"completed"}"#)
        #expect(relay.push { $0.text("/event") == "end" } != nil)
        let pushes = try relay.settledPushes()
        let recording = try relay.get("\(Self.path)?format=ndjson")
        #expect(recording.header("Content-Type") == "application/x-ndjson")
        let replay = try CommandResult.of(
            ["replay", "--config", relay.folder.path("relay.json")], input: recording.body)
        #expect(replay.code == 0)
        #expect(replay.errors == [])
        #expect(pushes.last?.text("/event") == "end")
        #expect(replay.output.map { JSONValue($0).text("/event") } == pushes.map { $0.text("/event") })
        #expect(
            replay.output.map { JSONValue($0).at("/contentState/progress") }
                == pushes.map { $0.at("/contentState/progress") })
    }

    @Test func `it takes the scope read, and a subscriber's token opens its own`() throws {
        let secret = "a-secret-that-is-long"
        let relay = try ServedRelay(
            configuration: #"""
                {"auth":{"tokens":[{"name":"a","secret":{"env":"A"},"scopes":["admin"]},
                  {"name":"e","secret":{"env":"E"},"scopes":["events"]}]}}
                """#, environment: ["A": secret, "E": secret + "-e"])
        let admin = [("Authorization", "Bearer \(secret)")]
        try relay.event(#"{"conversionId":"t","subscriberId":"u"}"#, headers: admin)
        #expect(try relay.get(Self.path).status == 401)
        #expect(try relay.get(Self.path, headers: [("Authorization", "Bearer \(secret)-e")]).status == 403)
        #expect(try relay.get(Self.path, headers: admin).status == 200)
        for (subscriber, status) in [("u", 200), ("v", 404)] {
            let answer = try relay.post("/v1/subscribers/\(subscriber)/token", "", headers: admin)
            let token = try #require(answer.json.text("/token"))
            for format in ["json", "text", "ndjson"] {
                let got = try relay.get(
                    "\(Self.path)?format=\(format)", headers: [("Authorization", "Bearer \(token)")])
                #expect(got.status == status)
            }
        }
    }

    @Test func `without a history there is none, and nothing is kept of it`() throws {
        let relay = try ServedRelay(configuration: #"{"limits":{"history":0}}"#)
        try relay.event(#"{"conversionId":"t","progress":0.4}"#)
        _ = try relay.settledPushes()
        #expect(try relay.get(Self.path).json == JSONValue(#"{"entries":[]}"#))
        #expect(try relay.get("\(Self.path)?format=ndjson").body == [])
        #expect(try relay.get("\(Self.path)?format=text").text.contains("nothing is recorded"))
    }

    @Test func `HEAD answers as GET does, and an activity that is not known is 404`() throws {
        let relay = try ServedRelay()
        try relay.event(#"{"conversionId":"t"}"#)
        #expect(try relay.request("HEAD", Self.path).status == 200)
        #expect(try relay.get("/v1/activities/x/history?format=text").status == 404)
        #expect(try relay.request("POST", Self.path).header("Allow") == "GET, HEAD, OPTIONS")
    }
}
