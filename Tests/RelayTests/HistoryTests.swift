import ActivityResolver
import HTTPServer
import JSON
import Push
import Telemetry
import TestSupport
import Testing

@testable import Relay

/// What a person finds in an activity's history and view, for each way in which a lock screen may surprise.
@Suite struct HistoryTests {
    let relay: EngineFixture
    private static let rules: Rules = {
        var rules = Rules()
        rules.policy.urgentPerHour = 2
        return rules
    }()

    init() throws {
        relay = try EngineFixture(rules: Self.rules)
    }

    private var lookUp: LookUp { Self.lookUp(in: relay) }

    private static func lookUp(in relay: EngineFixture) -> LookUp {
        LookUp(
            store: relay.store, settings: APISettings(rules: rules, logger: Logger { _ in }, now: { 0 }),
            now: relay.now)
    }

    private func json(_ query: String = "") throws -> JSONValue {
        JSONValue(String(decoding: try lookUp.history("t", ReadRequest(query: query)).body, as: UTF8.self))
    }

    private func entries() throws -> [JSONValue] { try json()["entries"]?.arrayValue ?? [] }

    /// The history as text, lines that were broken made one again.
    private func text() throws -> String {
        Self.unbroken(try lookUp.history("t", ReadRequest(accept: "text/plain")).body)
    }

    private func view() throws -> (json: JSONValue, text: String) {
        let json = try lookUp.activity("t", ReadRequest()).body
        let text = try lookUp.activity("t", ReadRequest(query: "format=text")).body
        return (JSONValue(String(decoding: json, as: UTF8.self)), Self.unbroken(text))
    }

    private static func unbroken(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Takes an event of `t` in, lets its pushes arrive, and lets some time pass.
    private func take(_ members: String, wait seconds: Double = 2) throws {
        try arrive(relay.take(#"{"conversionId":"t"\#(members.isEmpty ? "" : ",")\#(members)}"#).pushes)
        try arrive(relay.wait(seconds))
    }

    private func arrive(_ pushes: [Push]) throws {
        for push in pushes {
            var result = PushResult(push: push, outcome: .ok)
            result.answeredAt = push.sentAt + 0.0123
            _ = try relay.engine.process([.outcomes([result])], at: relay.now)
        }
    }

    // MARK: Stories

    @Test func `a Finalizing that is held back says until when`() throws {
        try take(#""status":"finalizing","progress":0.1"#)
        let why = "finalizing is held back until the ring is at 70 % (L3)"
        #expect(try entries()[0].text("/why/status") == why)
        #expect(try text().contains("event finalizing, 10 % → Generating… 10 % status: \(why)"))
        #expect(try view().json.text("/why/status") == "the backend's finalizing is not believed yet (L3)")
    }

    @Test func `a ring that time has moved says so`() throws {
        try take(#""estimatedCompletionDate":\#(relay.now + 100)"#, wait: 50)
        try take(#""progress":0.2"#)
        let last = try #require(try entries().last { $0.text("/kind") == "event" })
        #expect(last.text("/why/progress") == "elapsed time has come further (P3)")
        #expect(
            try text().contains("event 20 % → Generating… 50 %, ETA in 50 s progress: elapsed time has come further"))
        #expect(try view().json.text("/why/progress") == "52.0 s have elapsed of 100.0 s (P3)")
    }

    @Test func `what was shown before and is not told any more is named as the floor`() throws {
        try take(#""progress":0.5"#)
        try take(#""progress":0.2"#)
        #expect(try entries().last?.text("/why/progress") == "what was shown does not go back (P4)")
        #expect(try entries().last?.text("/decisions/0/decision") == "unchanged")
        #expect(try text().contains("no push to log: nothing that is shown has changed (N1)"))
    }

    @Test func `who superseded it is named`() throws {
        try take(#""subscriberId":"u","progress":0.5"#)
        try relay.take(#"{"conversionId":"t-2","subscriberId":"u","type":"start"}"#)
        try take(#""progress":0.9"#)
        let end = try #require(try entries().last { $0.text("/kind") == "push" })
        #expect(end.text("/event") == "end")
        #expect(end.text("/why/push") == "superseded: t-2 of the same subscriber started (S2)")
        let ignored = try #require(try entries().last)
        #expect(ignored.text("/outcome") == "ignored" && ignored.text("/reason") == "superseded")
        #expect(try text().contains("90 %: ignored, nothing changes phase: it is of a run before"))
        let view = try view()
        #expect(view.json.text("/supersededBy") == "t-2")
        #expect(
            view.json.text("/why/phase")?.hasPrefix("ended as superseded: t-2 of the same subscriber started (S2);")
                == true)
        #expect(view.text.contains("ended as superseded: t-2 of the same subscriber started (S2)"))
    }

    @Test func `one that is superseded as it comes names its subscriber's newest`() throws {
        let before = relay.now - 5
        try relay.take(#"{"conversionId":"t-2","subscriberId":"u","type":"start"}"#)
        try take(#""subscriberId":"u","type":"start","startedAt":\#(before)"#)
        #expect(try view().json.text("/phase") == "superseded")
        #expect(try view().json.text("/supersededBy") == "t-2")
        let why = "superseded as it came: t-2 of the same subscriber started later (S2)"
        let entries = try entries()
        #expect(entries.first?.text("/why/phase") == why)
        #expect(try text().contains("phase: \(why)"))
        let pushed = entries.filter { $0.text("/kind") == "push" }.map { $0.text("/why/push") }
        #expect(pushed == ["superseded: t-2 of the same subscriber started (S2)"])
        let answer = try relay.take(#"{"conversionId":"t-0","subscriberId":"u","startedAt":\#(before)}"#).answer
        #expect(try answer?.get().superseder == Superseder(conversionId: "t-2", startedAt: before + 5))
        try relay.take(#"{"conversionId":"t-3","subscriberId":"u","type":"start"}"#)
        #expect(try view().json.text("/supersededBy") == "t-2")
    }

    @Test func `words that wait with their stage say so in the history too`() throws {
        try take(#""progress":0.2,"status":"finalizing","displayStatus":"Almost there""#)
        #expect(try entries()[0].text("/why/displayStatus") == "these words wait with finalizing (L3, L5)")
    }

    @Test func `a boundary whose label will be held back says so before it fires and after`() throws {
        try take(
            #""progress":0.2,"boundary":{"at":\#(relay.now + 40),"status":"finalizing","displayStatus":"Almost there"}"#
        )
        let before = try view()
        #expect(before.text.contains(#"(B1) told finalizing, "Almost there" label Generating…"#))
        let why = "the stage's label: the backend's words wait with finalizing (L3, L5)"
        #expect(before.text.contains("label Generating… \(why) stage generating the backend's finalizing is not"))
        #expect(before.json.text("/boundary/why/displayStatus") == why)
        #expect(before.json.text("/boundary/why/status") == "the backend's finalizing is not believed yet (L3)")
        try arrive(try relay.wait(45))
        let push = try #require(try entries().last { $0.text("/reason") == "boundary" })
        #expect(push.text("/why/status") == "finalizing is held back until the ring is at 70 % (L3)")
        #expect(push.text("/why/displayStatus") == "these words wait with finalizing (L3, L5)")
        #expect(try text().contains("status: finalizing is held back until the ring is at 70 % (L3)"))
    }

    @Test func `a boundary that would end says that it ends nothing`() throws {
        try take(#""progress":0.2,"boundary":{"at":\#(relay.now + 40),"status":"done"}"#)
        let why = "its status stands for completed and counts as absent: a boundary ends nothing (B1, E2)"
        #expect(try entries()[0].text("/why/boundary") == why)
        #expect(try view().json.text("/boundary/why/boundary") == why)
        #expect(try view().text.contains("told done \(why)"))
        try arrive(try relay.wait(45))
        #expect(try entries().last { $0.text("/reason") == "boundary" }?.text("/why/status") == why)
        #expect(try view().json.text("/phase") == "active")
    }

    @Test func `a boundary that held silence up is named, in what is due and in the end`() throws {
        try take(#""boundary":{"at":\#(relay.now + 40),"displayStatus":"Mixing"}"#, wait: 50)
        let due = "by silence, silenceTimeout after the boundary, which counts as a sign of life, if nothing is heard"
        #expect(try view().json.text("/due/why")?.hasPrefix(due) == true)
        try arrive(try relay.wait(900))
        let why = "nothing was heard for silenceTimeout, 15:00 after the boundary, which counts as a sign of life (X2)"
        #expect(try view().json.text("/why/phase")?.hasPrefix("ended as expired: \(why)") == true)
    }

    @Test func `an end that is due by age says so, and what is due on another day has its date`() throws {
        try take(#""timer":{"mode":"countUp","from":\#(relay.now)}"#)
        #expect(try view().json.text("/due/what") == "end")
        #expect(try view().json.text("/due/why") == "maxLifetime after its start, whatever comes (X2)")
        try take(#""type":"complete""#)
        #expect(try view().text.contains("due purge in 23:59:58, 2026-09-22 14:13:22.0"))
    }

    @Test func `the last push of a target is the last that arrived or is under way, in JSON as in the text`() throws {
        try take(#""progress":0.1"#)
        let push = try #require(try relay.take(#"{"conversionId":"t","progress":0.4,"trackTitle":"New"}"#).pushes.first)
        #expect(try view().json.number("/targets/0/lastPush/progress") == 0.4)
        let failed = PushResult(push: push, outcome: .retry(Failure("the receiver answered 503")), status: 503)
        _ = try relay.engine.process([.outcomes([failed])], at: relay.now)
        let view = try view()
        #expect(view.json.number("/targets/0/lastPush/progress") == 0.1)
        #expect(view.text.contains("last sent 2 s ago: Generating… 10 %"))
    }

    @Test(arguments: [
        (900.0, "", ": nothing was heard for silenceTimeout", "15:00 after the last event"),
        (3600, #","queuePosition":2"#, ": nothing was heard for queueTimeout", "1:00:00 after the last event"),
        (28_800, #","type":"pause""#, ": it began maxLifetime ago", "8:00:00 after its start"),
    ])
    func `an expired one says whether silence or its age ended it`(
        _ seconds: Double, _ members: String, _ cause: String, _ time: String
    ) throws {
        try take(#""eventId":"e"\#(members)"#, wait: 0)
        try arrive(try relay.wait(seconds))
        let end = try #require(try entries().last { $0.text("/kind") == "push" })
        #expect(end.text("/why/push") == "expired\(cause) (X2)")
        #expect(try text().contains("expired\(cause) (X2)"))
        #expect(try view().json.text("/why/phase")?.hasPrefix("ended as expired\(cause), \(time) (X2);") == true)
    }

    @Test func `an event after the end says why it was ignored`() throws {
        try take(#""type":"complete""#)
        try take(#""progress":0.3"#)
        let why =
            "the activity is completed, and only a start with a later startedAt or a higher attempt begins anew (E5, S3)"
        #expect(try entries().last?.text("/why/phase") == why)
        #expect(try text().contains("30 %: ignored, nothing changes phase: \(why)"))
    }

    @Test func `a dead token says what the service answered`() throws {
        try relay.register("d")
        let push = try #require(try relay.take(#"{"conversionId":"t","progress":0.1}"#).pushes.first)
        var result = PushResult(
            push: push, outcome: .dead("APNs answered 410 Unregistered: gone"), status: 410, reason: "Unregistered",
            idField: .apnsId)
        result.answeredAt = push.sentAt + 0.25
        _ = try relay.engine.process([.outcomes([result])], at: relay.now)
        let entry = try #require(try entries().last)
        #expect(entry.text("/outcome") == "dead")
        #expect(entry.number("/request/status") == 410 && entry.text("/request/reason") == "Unregistered")
        #expect(entry.number("/request/milliseconds") == 250)
        #expect(entry.text("/request/apns-id")?.count == 36)
        #expect(entry.text("/request/sender") == "hook" && entry.text("/target") == push.planned.target)
        #expect(try text().contains("dead after 250 ms: APNs answered 410 Unregistered: gone"))
        #expect(try view().text.contains(": dead, APNs answered 410 Unregistered: gone"))
    }

    @Test func `a failure is shown with the try that follows it`() throws {
        let push = try #require(try relay.take(#"{"conversionId":"t","progress":0.1}"#).pushes.first)
        let failed = PushResult(push: push, outcome: .retry(Failure("the receiver answered 503")), status: 503)
        _ = try relay.engine.process([.outcomes([failed])], at: relay.now)
        #expect(try view().text.contains("owed start (retry) after 1 failure, tried in"))
        try arrive(try relay.wait(5))
        let pushes = try entries().filter { $0.text("/kind") == "push" }
        #expect(pushes.map { $0.text("/outcome") } == ["retry", "ok"])
        #expect(pushes[0].number("/request/status") == 503)
        #expect(pushes[1].number("/request/attempt") == 2)
        #expect(try text().contains("to be retried: the receiver answered 503"))
        #expect(try text().contains("retry (Delivery); ok at try 2 in 12.3 ms"))
    }

    @Test func `nudges and boundaries are pushes of time alone`() throws {
        try take(
            #""estimatedCompletionDate":\#(relay.now + 100),"boundary":{"at":\#(relay.now + 40),"displayStatus":"Mixing"}"#
        )
        let before = try view()
        #expect(before.text.contains("boundary in 38 s"))
        #expect(before.text.contains("from the boundary on, in 38 s, at 14:14:00.0 (B1) told \"Mixing\" label Mixing"))
        #expect(before.json.text("/contentState/displayStatus") == "Starting…")
        #expect(before.json.text("/boundary/contentState/displayStatus") == "Mixing")
        #expect(before.json.number("/boundary/contentState/progress") == 0.4)
        #expect(before.json.number("/boundary/told/at") == 1_790_000_040)
        #expect(before.json.text("/boundary/told/displayStatus") == "Mixing")
        try arrive(try relay.wait(45))
        let reasons = try entries().filter { $0.text("/kind") == "push" }.map { $0.text("/why/push") }
        #expect(reasons.contains("nudge (N3)"))
        #expect(reasons.contains("boundary (B1)"))
        #expect(try view().json["boundary"] == nil)
        #expect(try text().contains("priority 10: Mixing"))
    }

    @Test func `an urgent push beyond the hour's budget says why it goes at priority 5`() throws {
        for title in ["one", "two", "three"] { try take(#""trackTitle":"\#(title)""#) }
        let last = try #require(try entries().last)
        #expect(last.number("/priority") == 5)
        let why = "5, though it is urgent: the hour's budget of 2 urgent pushes is spent (N4)"
        #expect(last.text("/why/priority") == why)
        #expect(try entries().filter { $0["why"]?["priority"] != nil }.count == 1)
        #expect(try text().contains("priority: \(why)"))
        #expect(try view().text.contains("priority: \(why)"))
    }

    @Test func `a demoted push that is repeated is still said to be one`() throws {
        for title in ["one", "two"] { try take(#""trackTitle":"\#(title)""#) }
        let push = try #require(try relay.take(#"{"conversionId":"t","trackTitle":"three"}"#).pushes.first)
        #expect(push.planned.isDemoted)
        _ = try relay.learn(.retry(Failure("503")), of: [push])
        try relay.restart()
        let again = try relay.wait(5)
        #expect(again.map(\.planned.isDemoted) == [true])
        #expect(try relay.state("t")?.outlets.first?.sending?.isDemoted == true)
    }

    @Test func `a stale date that is left out is said, on event, push and card`() throws {
        try take(#""estimatedCompletionDate":\#(relay.now + 10),"fixedEnd":true,"staleAt":\#(relay.now - 5)"#, wait: 20)
        #expect(
            try entries()[0].text("/why/staleAt")
                == "left out: it was past as it came, and a past one hides the card (D2)")
        try take(#""progress":0.5"#)
        #expect(try entries().last?.text("/why/staleAt") == "left out: none was ahead (D2)")
        #expect(try text().contains("staleAt: left out: none was ahead (D2)"))
        #expect(try view().json.text("/why/staleAt") == "left out: the fixed end is past (D2)")
    }

    @Test func `a refused event is shown with its place, also where it is no JSON`() throws {
        try take(#""progress":0.5"#)
        try take(#""progress":1.5"#)
        let refused = try #require(try entries().last)
        #expect(refused.text("/outcome") == "refused" && refused.text("/pointer") == "/progress")
        #expect(refused.number("/event/progress") == 1.5)
        #expect(try text().contains("event progress 1.5: refused /progress: progress is 0 to 1"))
        let item = IntakeReader().event(Array("{broken".utf8), conversionId: "t")
        _ = try relay.engine.process([.events([item])], at: relay.now)
        #expect(try entries().last?.text("/text") == "{broken")
        #expect(try text().contains("event \"{broken\": refused"))
    }

    @Test func `an event that says nothing of what is shown is named by its fields`() throws {
        try take(#""subscriberId":"u""#)
        try take(#""foo":1,"bar":null"#)
        try take("")
        let text = try text()
        #expect(text.contains("nothing that is shown, but subscriberId →"))
        #expect(text.contains("nothing that is shown, but foo, bar: refused"))
        #expect(text.contains("nothing but its id →"))
    }

    @Test func `a progress that is percent is shown as it came`() throws {
        _ = try relay.take(#"{"conversionId":"t"}"#)
        _ = try relay.take(#"{"conversionId":"t","progress":120}"#)
        #expect(try text().contains("progress 120: refused /progress: progress is 0 to 1"))
        _ = try relay.take(#"{"conversionId":"t","estimatedCompletionDate":"2026-12-01T03:44:11 00:00"}"#)
        #expect(try text().contains("ETA \"2026-12-01T03:44:11 00:00\": refused"))
        _ = try relay.take(#"{"conversionId":"t","status":7,"queuePosition":"x"}"#)
        #expect(try text().contains("status \"7\", position \"x\": refused"))
    }

    @Test func `a push that failed says after how long, once, and that it is to be retried`() throws {
        let push = try #require(try relay.take(#"{"conversionId":"t","progress":0.1}"#).pushes.first)
        var failed = PushResult(
            push: push, outcome: .retry(Failure("APNs answered 429 TooManyRequests")), status: 429,
            reason: "TooManyRequests")
        failed.answeredAt = push.sentAt + 0.001
        _ = try relay.engine.process([.outcomes([failed])], at: relay.now)
        #expect(try text().contains("start (N1); after 1 ms, to be retried: APNs answered 429 TooManyRequests"))
    }

    @Test func `a push that waits says until when and for what`() throws {
        try take(#""progress":0.5"#, wait: 1)
        try take(#""progress":0.6"#, wait: 0)
        let why = "progress: waits for ordinaryInterval after the last push (N2)"
        let last = try #require(try entries().last)
        #expect(last.text("/decisions/0/decision") == "waiting")
        #expect(last.number("/decisions/0/at") == 1_790_000_005)
        #expect(last.text("/decisions/0/why") == why)
        #expect(try text().contains("push to log waits until 14:13:25.0: \(why)"))
        #expect(try view().json.text("/due/why") == why)
        #expect(try view().text.contains("waiting in 4 s, 14:13:25.0 \(why)"))
    }

    @Test func `what a boundary will ring and colour is told as text`() throws {
        try take(
            ##""boundary":{"at":\##(relay.now + 40),"accentColor":"#E5484D","alert":{"title":"Over","body":"Go"}}"##)
        let text = try view().text
        #expect(text.contains("colour #E5484D"))
        #expect(text.contains(#"alert "Over", "Go""#))
    }

    @Test func `a target names its device, alive and dead`() throws {
        try relay.register("phone")
        let pushes = try relay.take(#"{"conversionId":"t","subscriberId":"u","progress":0.1}"#).pushes
        #expect(try view().json.text("/targets/0/deviceId") == "phone")
        #expect(try view().text.contains(#"r1 by hook, device "phone", token"#))
        _ = try relay.learn(.dead("410"), of: pushes)
        #expect(try view().json.text("/targets/0/state") == "dead")
        #expect(try view().json.text("/targets/0/deviceId") == "phone")
    }

    // MARK: Nobody to push to

    @Test func `an event says that the only target is dead, and of what`() throws {
        try relay.register("d")
        let first = try relay.take(#"{"conversionId":"t","progress":0.1}"#).pushes
        _ = try relay.learn(.dead("400 BadDeviceToken"), of: first)
        let why = "the target is dead (400 BadDeviceToken)"
        let answer = try #require(try relay.take(#"{"conversionId":"t","progress":0.5}"#).answer).get()
        let decision = Answer.Decision(target: "r1", kind: .dead, why: .retired("400 BadDeviceToken"))
        #expect(answer.pushes == [decision])
        var writer = JSONWriter(capacity: 256)
        writer.decision(decision)
        #expect(
            String(decoding: writer.take(), as: UTF8.self)
                == #"{"target":"r1","decision":"dead","why":"\#(why)"}"#)
        let event = try #require(try entries().last)
        #expect(event.text("/decisions/0/decision") == "dead" && event.text("/decisions/0/target") == "r1")
        #expect(event.text("/decisions/0/why") == why)
        #expect(try text().contains("not pushed to r1: \(why)"))
        #expect(try view().text.contains("dead, 400 BadDeviceToken behind what is resolved now: it is pushed to no"))
    }

    @Test func `an event says that the only device opted out`() throws {
        try relay.register("d")
        try take(#""progress":0.1"#)
        try relay.register("d", token: .optOut)
        let answer = try #require(try relay.take(#"{"conversionId":"t","progress":0.5}"#).answer).get()
        #expect(answer.pushes == [Answer.Decision(target: "r1", kind: .dead, why: .retired("the device opted out"))])
        _ = try relay.wait(2)
        #expect(try text().contains("not pushed to r1: the device opted out"))
        #expect(try view().text.contains("opted out last sent 4 s ago: Generating… 10 %"))
    }

    @Test func `an end that waits for the card's own token says so`() throws {
        let relay = try EngineFixture(rules: Self.rules, defaultTarget: nil)
        try relay.registerStart("d")
        try relay.take(#"{"conversionId":"t","subscriberId":"u","progress":0.1}"#)
        _ = try relay.learn(.ok, of: relay.wait(2))
        let answer = try #require(try relay.take(#"{"conversionId":"t","type":"complete"}"#).answer).get()
        #expect(
            answer.pushes == [Answer.Decision(target: "r1", kind: .waiting, why: .awaitsCard(hasEnded: true))])
        let lookUp = Self.lookUp(in: relay)
        let why = "the end goes to the card's own token, as soon as the app registers that"
        let history = Self.unbroken(try lookUp.history("t", ReadRequest(query: "format=text")).body)
        #expect(history.contains("push to r1 waits: \(why)"))
        let card = Self.unbroken(try lookUp.activity("t", ReadRequest(query: "format=text")).body)
        #expect(card.contains("card: started by push; its end goes to the card's own token"))
    }

    // MARK: Registrations

    @Test func `what becomes of a card's registration is told, each token by its beginning alone`() throws {
        try take(#""subscriberId":"u","progress":0.2"#)
        let tokens = ["A", "B"].map { String(repeating: $0, count: 20) }
        let id = try relay.register("d", token: .new(tokens[0])).reply.get().registration.id
        relay.now += 2
        try relay.register("d", token: .new(tokens[1]))
        try relay.register("d", token: .new(tokens[1]))
        try relay.register("d", token: .optOut)
        try relay.register("d", token: .new(tokens[1]))
        #expect(try relay.unregister(id))
        let told = try entries().filter { $0.text("/kind") == "registration" }
        #expect(told.map { $0.text("/change") } == ["added", "moved", "optedOut", "added", "deleted"])
        #expect(told.allSatisfy { $0.text("/target") == id && $0.text("/sender") == "hook" })
        #expect(told.map { $0.text("/token") } == ["AAAAAAAA…", "BBBBBBBB…", nil, "BBBBBBBB…", nil])
        #expect(told.map { $0.text("/replaces") } == [nil, "AAAAAAAA…", nil, nil, nil])
        #expect(told.map { $0.number("/at") } == [1_790_000_002] + Array(repeating: 1_790_000_004, count: 4))
        let text = try text()
        #expect(text.contains("target \(id) by hook: registered, with the token AAAAAAAA…"))
        #expect(text.contains("target \(id) by hook: registered anew, with the token BBBBBBBB… instead of AAAAAAAA…"))
        #expect(text.contains("target \(id) by hook: the device opted out"))
        #expect(text.contains("target \(id) by hook: the registration was deleted, no more is pushed there"))
    }

    @Test func `what becomes of a start token is told where it is the activity's`() throws {
        let relay = try EngineFixture(rules: Self.rules, defaultTarget: nil)
        let tokens = ["S", "T"].map { String(repeating: $0, count: 20) }
        let id = try relay.registerStart("d", token: tokens[0]).reply.get().registration.id
        try relay.take(#"{"conversionId":"t","subscriberId":"u","progress":0.1}"#)
        _ = try relay.learn(.ok, of: relay.wait(2))
        try relay.registerStart("d", token: tokens[1])
        try relay.registerStart("other")
        #expect(try relay.unregister(id))
        let lookUp = Self.lookUp(in: relay)
        let page = JSONValue(String(decoding: try lookUp.history("t", ReadRequest()).body, as: UTF8.self))
        let told = page["entries"]?.arrayValue?.filter { $0.text("/kind") == "registration" } ?? []
        #expect(told.map { $0.text("/change") } == ["moved", "deleted"])
        #expect(told.allSatisfy { $0.text("/target") == id })
        #expect(told.first?.text("/token") == "TTTTTTTT…")
    }

    @Test func `what waits for nobody is said to`() throws {
        try take(#""subscriberId":"u","progress":0.2"#)
        try relay.register("d")
        relay.now += 0.5
        try take(#""progress":0.4"#, wait: 0)
        #expect(try view().json.text("/due/why") == "progress: waits for ordinaryInterval after the last push (N2)")
        try relay.register("d", token: .optOut)
        #expect(try view().json.text("/due/what") == "waiting")
        #expect(try view().json.text("/due/why") == "no target is left that waits for it")
    }

    @Test func `that the app wants no pushes at all is told, once`() throws {
        try take(#""subscriberId":"u","progress":0.2"#)
        for _ in 1...2 { try relay.register("d", token: .optOut) }
        let told = try entries().filter { $0.text("/kind") == "registration" }
        #expect(told.map { $0.text("/change") } == ["optedOut"])
        #expect(try relay.unregister("r1"))
        #expect(try entries().last?.text("/change") == "deleted")
        #expect(try view().text.contains("targets none: each of its registrations was deleted"))
    }

    @Test(arguments: ["deleted", "optedOut", "added"])
    func `what became of a push is unknown once its target is taken away, until its answer comes`(
        _ change: String
    ) throws {
        if change != "added" { try relay.register("d") }
        let push = try #require(try relay.take(#"{"conversionId":"t","subscriberId":"u","progress":0.2}"#).pushes.first)
        switch change {
        case "deleted": #expect(try relay.unregister("r1"))
        case "optedOut": try relay.register("d", token: .optOut)
        default: try relay.register("d")
        }
        func told() throws -> JSONValue? { try entries().first { $0.text("/target") == push.planned.target } }
        #expect(try told()?.text("/outcome") == "unknown")
        #expect(try told()?.text("/detail") == "its target was taken away before an answer came")
        relay.now += 1
        try arrive([push])
        #expect(try told()?.text("/outcome") == "ok")
        #expect(try told()?.text("/detail") == nil && told()?.number("/request/milliseconds") == 12.3)
    }

    @Test func `what became of a push to a target that was taken away is told when it fails`() throws {
        try relay.register("d")
        let push = try #require(try relay.take(#"{"conversionId":"t","progress":0.2}"#).pushes.first)
        #expect(try relay.unregister("r1"))
        _ = try relay.learn(.dropped("413"), of: [push])
        let told = try entries().first { $0.text("/kind") == "push" }
        #expect(told?.text("/outcome") == "dropped" && told?.text("/detail") == "413")
    }

    @Test func `a registration is no event of a recording`() throws {
        try take(#""subscriberId":"u","progress":0.2"#)
        try relay.register("d")
        let recording = try lookUp.history("t", ReadRequest(query: "format=ndjson")).body
        #expect(recording.count { $0 == UInt8(ascii: "\n") } == 1)
    }

    // MARK: Changes that no push tells of

    private func buryOnlyTarget() throws {
        try relay.register("d")
        let first = try relay.take(#"{"conversionId":"t","progress":0.2}"#).pushes
        _ = try relay.learn(.dead("410"), of: first)
    }

    @Test func `a boundary that fires with a dead target only is told, and why nothing went out`() throws {
        try buryOnlyTarget()
        try relay.take(
            #"{"conversionId":"t","boundary":{"at":\#(relay.now + 5),"displayStatus":"Almost","status":"finalizing"}}"#)
        #expect(try relay.wait(6).isEmpty)
        let change = try #require(try entries().last)
        #expect(change.text("/kind") == "change" && change.text("/reason") == "boundary")
        #expect(change.text("/phase") == "active" && change.number("/at") == 1_790_000_005)
        #expect(change.number("/boundary/at") == 1_790_000_005 && change.text("/boundary/displayStatus") == "Almost")
        #expect(change.text("/contentState/displayStatus") == "Generating…")
        #expect(change.text("/why/change") == "boundary of 14:13:25.0 (B1)")
        #expect(change.text("/why/status") == "finalizing is held back until the ring is at 70 % (L3)")
        #expect(change.text("/why/displayStatus") == "these words wait with finalizing (L3, L5)")
        #expect(change["decisions"]?.arrayValue?.count == 1)
        #expect(change.text("/decisions/0/decision") == "dead" && change.text("/decisions/0/target") == "r1")
        #expect(
            try text().contains(
                "14:13:25.0 +5.0 s change boundary of 14:13:25.0 (B1) → Generating… 20 % "
                    + "status: finalizing is held back until the ring is at 70 % (L3) "
                    + "displayStatus: these words wait with finalizing (L3, L5) "
                    + "not pushed to r1: the target is dead (410)"))
    }

    @Test func `an activity without a push that is superseded says when, by whom and why nothing went out`() throws {
        try buryOnlyTarget()
        _ = try relay.wait(3)
        try relay.take(#"{"conversionId":"t-2","subscriberId":"u","type":"start"}"#)
        let change = try #require(try entries().last)
        let why = "superseded: t-2 of the same subscriber started (S2)"
        #expect(change.text("/kind") == "change" && change.text("/reason") == "superseded")
        #expect(change.text("/phase") == "superseded" && change.text("/supersededBy") == "t-2")
        #expect(change.number("/at") == 1_790_000_003 && change.text("/why/change") == why)
        #expect(change["boundary"] == nil)
        #expect(
            try text().contains("+3.0 s change \(why) → Generating… 20 % not pushed to r1: the target is dead (410)"))
        let recording = try lookUp.history("t", ReadRequest(query: "format=ndjson")).body
        let start =
            #"{"at":1790000003,"event":{"conversionId":"t-2","subscriberId":"u","type":"start","startedAt":1790000003}}"#
        #expect(String(decoding: recording, as: UTF8.self).hasSuffix(start + "\n"))
    }

    @Test func `who superseded an activity without a push is named, though others came since`() throws {
        try buryOnlyTarget()
        for number in 2...3 {
            _ = try relay.wait(3)
            try relay.take(#"{"conversionId":"t-\#(number)","subscriberId":"u","type":"start"}"#)
        }
        try relay.register("e")
        try relay.take(#"{"conversionId":"t","progress":0.9}"#)
        let view = try view()
        #expect(view.json.text("/supersededBy") == "t-2")
        #expect(view.text.contains("ended as superseded: t-2 of the same subscriber started (S2)"))
        #expect(view.json["pushes"]?.arrayValue?.map { $0.text("/event") } == ["end", "start"])
    }

    @Test func `silence that ends an activity with nobody to push to is told`() throws {
        let relay = try EngineFixture(rules: Self.rules, defaultTarget: nil)
        try relay.take(#"{"conversionId":"t","progress":0.2}"#)
        _ = try relay.wait(901)
        let lookUp = Self.lookUp(in: relay)
        let history = Self.unbroken(try lookUp.history("t", ReadRequest(query: "format=text")).body)
        let why = "expired: nothing was heard for silenceTimeout (X2)"
        #expect(history.hasSuffix("14:28:20.0 +15:00 change \(why) → Timed out 20 %"))
    }

    @Test func `a change that waits for its target says so, and its push follows`() throws {
        try take(#""progress":0.2,"boundary":{"at":\#(relay.now + 40),"displayStatus":"Almost"}"#, wait: 39)
        let push = try #require(try relay.take(#"{"conversionId":"t","trackTitle":"New"}"#).pushes.first)
        _ = try relay.learn(.retry(Failure("503", retryAfter: 10)), of: [push])
        try arrive(try relay.wait(30))
        let last = try entries().suffix(2)
        #expect(last.map { $0.text("/kind") } == ["change", "push"])
        #expect(last.first?.text("/decisions/0/decision") == "waiting")
        #expect(last.first?.text("/contentState/displayStatus") == "Almost")
        #expect(last.last?.text("/contentState/displayStatus") == "Almost")
    }

    @Test func `of changes there are no more than the setting keeps, and a page goes on behind one`() throws {
        try buryOnlyTarget()
        for number in 1...3 {
            try relay.take(
                #"{"conversionId":"t","boundary":{"at":\#(relay.now + 5),"displayStatus":"Words \#(number)"}}"#)
            _ = try relay.wait(6)
        }
        var look = lookUp.settings
        look.history = 2
        let short = try LookUp(store: relay.store, settings: look, now: relay.now).history("t", ReadRequest()).body
        let entries = try #require(JSONValue(String(decoding: short, as: UTF8.self))["entries"]?.arrayValue)
        #expect(
            entries.filter { $0.text("/kind") == "change" }.map { $0.text("/contentState/displayStatus") } == [
                "Words 2", "Words 3",
            ])
        let page = try json("limit=4")
        #expect(page.text("/entries/3/contentState/displayStatus") == "Words 1")
        let next = try json("limit=1&cursor=\(page.text("/cursor") ?? "")")
        #expect(next.number("/entries/0/event/boundary/at") == 1_790_000_011)
    }

    // MARK: What was sent and what is resolved now

    @Test func `a ring that time moves is shown as it was last sent, and why no later one was`() throws {
        try take(#""estimatedCompletionDate":\#(relay.now + 1000),"progress":0.1"#, wait: 10)
        let text = try view().text
        #expect(text.contains("resolved now, at 14:13:30.0"))
        #expect(text.contains("last sent 10 s ago: Generating… 10 %, ETA in 16:30"))
        #expect(!text.contains("behind what"))
        for _ in 0..<33 { try arrive(relay.wait(10)) }
        let stale = try view().text
        #expect(stale.contains("nudges have stopped since the content is stale (N3)"))
    }

    @Test func `a target that waits says until when what was sent holds`() throws {
        try take(#""progress":0.5"#, wait: 1)
        try take(#""progress":0.6"#, wait: 0)
        let text = try view().text
        #expect(text.contains("last sent 1 s ago: Generating… 50 % behind what is resolved now:"))
        #expect(text.contains("resolved now: waits until 14:13:25.0, progress: waits for ordinaryInterval"))
        try arrive(relay.wait(5))
        let told = try view().text
        #expect(told.contains("last sent 1 s ago: Generating… 60 %") && !told.contains("behind what"))
    }

    @Test func `a late event and a queue that hides an ETA are said`() throws {
        try take(#""sequence":5,"progress":0.5"#)
        try take(#""sequence":3,"progress":0.6"#)
        #expect(try entries().last { $0.text("/kind") == "event" }?.text("/why/order")?.hasSuffix("(E3)") == true)
        try take(#""sequence":6,"queuePosition":3,"estimatedCompletionDate":\#(relay.now + 60)"#)
        #expect(try text().contains("estimatedCompletionDate: left out in the queue (Q1)"))
    }

    // MARK: Facts of what went well

    @Test func `a push that arrived is told with its facts, whether its activity is at hand or not`() throws {
        for recordsAtHand in [1024, 0] {
            let relay = try EngineFixture(recordsAtHand: recordsAtHand)
            let pushes = try relay.take(#"{"conversionId":"t","progress":0.1}"#).pushes
            var result = PushResult(push: pushes[0], outcome: .ok, status: 204, idField: .webhookId)
            result.answeredAt = relay.now + 0.5
            _ = try relay.engine.process([.outcomes([result])], at: relay.now + 1)
            let look = LookUp(
                store: relay.store, settings: APISettings(logger: Logger { _ in }, now: { 0 }), now: relay.now)
            let push = JSONValue(String(decoding: try look.history("t", ReadRequest()).body, as: UTF8.self))
            #expect(push.number("/entries/1/request/status") == 204)
            #expect(push.number("/entries/1/request/milliseconds") == 500)
            #expect(push.text("/entries/1/request/webhook-id")?.hasPrefix("msg_") == true)
        }
    }

    @Test func `the pushes of many activities that arrive together are told apart`() throws {
        var results: [PushResult] = []
        for id in ["t", "v", "w"] {
            for push in try relay.take(#"{"conversionId":"\#(id)"}"#).pushes {
                var result = PushResult(push: push, outcome: .ok, status: 200 + results.count)
                result.answeredAt = relay.now
                results.append(result)
            }
        }
        _ = try relay.engine.process([.outcomes(results)], at: relay.now)
        for (id, status) in [("t", 200.0), ("v", 201), ("w", 202)] {
            let body = try lookUp.history(id, ReadRequest()).body
            #expect(JSONValue(String(decoding: body, as: UTF8.self)).number("/entries/1/request/status") == status)
        }
    }

    @Test func `a push that is under way is said to be`() throws {
        try relay.take(#"{"conversionId":"t"}"#)
        #expect(try entries().last?.text("/outcome") == "sending")
        #expect(try text().contains("start (N1); sending"))
    }

    // MARK: Pages

    @Test func `pages follow each other by their cursors, oldest first, and nothing is left out`() throws {
        for step in 1...12 { try take(#""progress":\#(Double(step) * 0.05)"#, wait: 6) }
        let all = try entries()
        #expect(all.count == 24)
        #expect(zip(all, all.dropFirst()).allSatisfy { ($0.number("/at") ?? 0) <= ($1.number("/at") ?? 0) })
        for limit in [1, 5, 7, 24, 1000] {
            var pages: [JSONValue] = []
            var cursor: String?
            repeat {
                let page = try json("limit=\(limit)" + (cursor.map { "&cursor=\($0)" } ?? ""))
                #expect(page["entries"]?.arrayValue?.count ?? 0 <= limit)
                pages += page["entries"]?.arrayValue ?? []
                cursor = page.text("/cursor")
            } while cursor != nil
            #expect(pages == all)
        }
    }

    @Test func `of each kind the last ones are shown, as many as limits.history says`() throws {
        for step in 1...9 { try take(#""progress":\#(Double(step) * 0.05)"#, wait: 6) }
        for _ in 0..<3 { try take(#""progress":9"#) }
        var settings = APISettings(rules: Self.rules, logger: Logger { _ in }, now: { 0 })
        settings.history = 4
        let body = try LookUp(store: relay.store, settings: settings, now: relay.now).history("t", ReadRequest()).body
        let shown = JSONValue(String(decoding: body, as: UTF8.self))["entries"]?.arrayValue ?? []
        #expect(
            shown.filter { $0.text("/kind") == "event" }.map { $0.text("/outcome") }
                == ["accepted", "refused", "refused", "refused"])
        #expect(
            shown.filter { $0.text("/kind") == "push" }.map { $0.number("/contentState/progress") }
                == [0.3, 0.35, 0.4, 0.45])
    }

    @Test(arguments: [
        "limit=0", "limit=1001", "limit=x", "cursor=x", "cursor=0.0", "cursor=1.-1", "page=2", "format=xml",
        "format=ndjson&limit=3", "x=%zz",
    ])
    func `a query that means nothing is refused`(_ query: String) throws {
        try take("")
        let problem = #expect(throws: Problem.self) { try json(query) }
        #expect(problem?.status == 400)
    }

    @Test func `the history of an activity that is unknown, deleted or another subscriber's is 404`() throws {
        try take(#""subscriberId":"u""#)
        let problem = #expect(throws: Problem.self) { try lookUp.history("x", ReadRequest()) }
        #expect(problem?.status == 404)
        #expect(throws: Problem.self) { try lookUp.history("t", ReadRequest(), for: "v") }
        #expect(try lookUp.history("t", ReadRequest(), for: "u").status == 200)
        try relay.delete("t")
        #expect(throws: Problem.self) { try lookUp.history("t", ReadRequest()) }
    }
}
