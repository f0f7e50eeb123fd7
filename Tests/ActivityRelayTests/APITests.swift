import JSON
import TestSupport
import Testing

/// The shapes of the HTTP API.
@Suite(.timeLimit(.minutes(20))) struct `API` {
    // MARK: Answers

    @Test(arguments: ["/v1/activities", "/v1/registrations"])
    func `a subscriberId in a query is as one in a body`(path: String) throws {
        let relay = try ServedRelay()
        let longest = String(repeating: "u", count: 256)
        #expect(try relay.get("\(path)?subscriberId=\(longest)").status == 200)
        for wrong in ["", "%20", "\(longest)u", "u%00"] {
            #expect(try relay.get("\(path)?subscriberId=\(wrong)").status == 400, "\(wrong)")
        }
    }

    @Test func `an accepted event answers 202 with what it led to`() throws {
        let relay = try ServedRelay()
        try relay.event(#"{"conversionId":"gen-1","subscriberId":"u-7"}"#)
        let answer = try relay.event(
            #"{"conversionId":"gen-2","subscriberId":"u-7","progress":0.42,"trackTitle":"Rain on Glass"}"#)
        #expect(answer.status == 202)
        #expect(answer.header("Content-Type") == "application/json")
        let json = answer.json
        #expect(json.text("/outcome") == "accepted")
        #expect(json.text("/conversionId") == "gen-2")
        #expect(json.text("/phase") == "active")
        #expect(json["reason"] == nil)
        #expect(json["ended"] == JSONValue(#"["gen-1"]"#))
        #expect(json.text("/contentState/status") == "generating")
        #expect(json.text("/contentState/displayStatus") == "Generating…")
        #expect(json.number("/contentState/progress") == 0.42)
        #expect(json.text("/contentState/trackTitle") == "Rain on Glass")
        #expect(json["pushes"]?.arrayValue?.count == 1)
        #expect(json.text("/pushes/0/target") == "log")
        #expect(json.text("/pushes/0/decision") == "now")
    }

    @Test func `what waits and what is not worth a push is said`() throws {
        let relay = try ServedRelay(configuration: #"{"policy":{"minPushInterval":600,"ordinaryInterval":600}}"#)
        try relay.event(#"{"conversionId":"a","progress":0.1}"#)
        let small = try relay.event(#"{"conversionId":"a","progress":0.101}"#).json
        #expect(small.text("/pushes/0/decision") == "unchanged")
        let large = try relay.event(#"{"conversionId":"a","displayStatus":"Mixing"}"#).json
        #expect(large.text("/pushes/0/decision") == "waiting")
        #expect(large.text("/contentState/displayStatus") == "Mixing")
    }

    @Test func `a duplicate and an ignored event answer 200 and change nothing`() throws {
        let relay = try ServedRelay()
        try relay.event(#"{"conversionId":"a","eventId":"e-1","progress":0.3}"#)
        let duplicate = try relay.event(#"{"conversionId":"a","eventId":"e-1","progress":0.9}"#)
        #expect(duplicate.status == 200)
        #expect(duplicate.json.text("/outcome") == "duplicate")
        #expect(duplicate.json.number("/contentState/progress") == 0.3)
        try relay.event(#"{"conversionId":"a","type":"complete"}"#)
        let ignored = try relay.event(#"{"conversionId":"a","progress":0.5}"#)
        #expect(ignored.status == 200)
        #expect(ignored.json.text("/outcome") == "ignored")
        #expect(ignored.json.text("/reason") == "completed")
        #expect(ignored.json.text("/phase") == "completed")
        #expect(ignored.json.number("/contentState/progress") == 1)
    }

    @Test func `a lower attempt is ignored as superseded`() throws {
        let relay = try ServedRelay()
        try relay.event(#"{"conversionId":"a","attempt":2}"#)
        let answer = try relay.event(#"{"conversionId":"a","attempt":1,"progress":0.5}"#)
        #expect(answer.status == 200)
        #expect(answer.json.text("/outcome") == "ignored")
        #expect(answer.json.text("/reason") == "superseded")
    }

    @Test func `a batch's results have each its status, in its order`() throws {
        let relay = try ServedRelay()
        let events =
            #"{"conversionId":"a","eventId":"e"}|{"conversionId":"a","eventId":"e"}|{"conversionId":"a","type":"fail"}"#
            + #"|{"conversionId":"a"}|{"conversionId":"b","queuePosition":3}|{"conversionId":"c","type":"pause"}"#
        let array = try relay.event("[\(events.split(separator: "|").joined(separator: ","))]").json
        let expected: [(Double, String, String)] = [
            (202, "accepted", "active"), (200, "duplicate", "active"), (202, "accepted", "failed"),
            (200, "ignored", "failed"), (202, "accepted", "queued"), (202, "accepted", "paused"),
        ]
        for (index, (status, outcome, phase)) in expected.enumerated() {
            #expect(array.number("/results/\(index)/status") == status)
            #expect(array.text("/results/\(index)/outcome") == outcome)
            #expect(array.text("/results/\(index)/phase") == phase)
        }
    }

    @Test func `lines are events, blank ones none`() throws {
        let relay = try ServedRelay()
        let body = "\n{\"conversionId\":\"a\"}\n\n  \r\n{\"conversionId\":\"b\"}\r\n\n"
        let answer = try relay.request(
            "POST", "/v1/events", headers: [("Content-Type", "application/x-ndjson")], body: Array(body.utf8))
        #expect(answer.status == 200)
        #expect(answer.json["results"]?.arrayValue?.compactMap { $0.text("/conversionId") } == ["a", "b"])
    }

    @Test func `one line alone is still answered with results`() throws {
        let relay = try ServedRelay()
        let answer = try relay.request(
            "POST", "/v1/events", headers: [("Content-Type", "application/x-ndjson")],
            body: Array(#"{"conversionId":"a"}"#.utf8))
        #expect(answer.status == 200)
        #expect(answer.json.number("/results/0/status") == 202)
    }

    // MARK: eventId by header

    @Test(arguments: ["Idempotency-Key", "webhook-id"])
    func `an eventId may come as a header`(_ name: String) throws {
        let relay = try ServedRelay()
        let body = #"{"conversionId":"a"}"#
        #expect(try relay.event(body, headers: [(name, "k-1")]).json.text("/outcome") == "accepted")
        #expect(try relay.event(body, headers: [(name, "k-1")]).json.text("/outcome") == "duplicate")
        #expect(try relay.event(body, headers: [(name, "k-2")]).json.text("/outcome") == "accepted")
        let own = #"{"conversionId":"a","eventId":"k-2"}"#
        #expect(try relay.event(own).json.text("/outcome") == "duplicate")
        #expect(try relay.event(own, headers: [(name, "k-2")]).json.text("/outcome") == "duplicate")
        // Counted by activity.
        #expect(try relay.event(#"{"conversionId":"b","eventId":"k-2"}"#).json.text("/outcome") == "accepted")
    }

    @Test func `a quoted key loses its quotes, and both headers may give the same one`() throws {
        let relay = try ServedRelay()
        let body = #"{"conversionId":"a"}"#
        #expect(try relay.event(body, headers: [("Idempotency-Key", #""k-1""#)]).json.text("/outcome") == "accepted")
        #expect(try relay.event(body, headers: [("Idempotency-Key", "k-1")]).json.text("/outcome") == "duplicate")
        let both = [("Idempotency-Key", #""k-2""#), ("webhook-id", "k-2")]
        #expect(try relay.event(body, headers: both).json.text("/outcome") == "accepted")
        let other = try relay.event(
            #"{"conversionId":"a","eventId":"k-4","progress":0.5}"#, headers: [("webhook-id", "k-3")])
        #expect(other.status == 400)
        #expect(other.json.text("/pointer") == "/eventId")
        #expect(try relay.get("/v1/activities/a").json.number("/contentState/progress") == 0)
    }

    @Test func `a batch does not look at the headers`() throws {
        let relay = try ServedRelay()
        let answer = try relay.event(
            #"[{"conversionId":"a"},{"conversionId":"a"}]"#,
            headers: [("Idempotency-Key", "k-1"), ("webhook-id", "k-2")])
        #expect(answer.status == 200)
        #expect(answer.json.text("/results/0/outcome") == "accepted")
        #expect(answer.json.text("/results/1/outcome") == "accepted")
        let one = try relay.event(
            #"[{"conversionId":"b"},{"conversionId":"b"}]"#, headers: [("Idempotency-Key", "k-1")])
        #expect(one.json.text("/results/0/outcome") == "accepted")
        #expect(one.json.text("/results/1/outcome") == "accepted")
        let lines = try relay.request(
            "POST", "/v1/events",
            headers: [("Content-Type", "application/x-ndjson"), ("Idempotency-Key", "k-1"), ("webhook-id", "k-2")],
            body: Array("{\"conversionId\":\"c\"}\n{\"conversionId\":\"c\"}".utf8))
        #expect(lines.json.text("/results/1/outcome") == "accepted")
    }

    // MARK: PUT

    @Test func `PUT is an event of the path's activity`() throws {
        let relay = try ServedRelay()
        func put(_ id: String, _ body: String, _ type: String = "application/json") throws -> HTTPAnswer {
            try relay.request("PUT", "/v1/activities/\(id)", headers: [("Content-Type", type)], body: Array(body.utf8))
        }
        let answer = try put("gen%2D2", #"{"progress":0.4,"status":"generating"}"#)
        #expect(answer.status == 202)
        #expect(answer.json.text("/conversionId") == "gen-2")
        #expect(answer.json.number("/contentState/progress") == 0.4)
        #expect(try put("gen-2", #"{"conversionId":"gen-2"}"#).status == 202)
        let other = try put("gen-2", #"{"conversionId":"gen-3"}"#)
        #expect(other.status == 400)
        #expect(other.json.text("/pointer") == "/conversionId")
        #expect(try put("gen-2", "[{}]").status == 400)
        #expect(try relay.activities() == ["gen-2"])
    }

    @Test func `PUT takes a form, so that curl -d is enough`() throws {
        let relay = try ServedRelay()
        let body = "progress=0.4&status=generating&trackTitle=Rain+on%20Glass&subtitle="
        let answer = try relay.request(
            "PUT", "/v1/activities/a", headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: Array(body.utf8))
        #expect(answer.status == 202)
        #expect(answer.json.number("/contentState/progress") == 0.4)
        #expect(answer.json.text("/contentState/trackTitle") == "Rain on Glass")
    }

    @Test func `a form that is refused is in the history as it came`() throws {
        let relay = try ServedRelay()
        let form = [("Content-Type", "application/x-www-form-urlencoded")]
        #expect(
            try relay.request("PUT", "/v1/activities/a", headers: form, body: Array("progress=0.4".utf8)).status == 202)
        let refused = try relay.request("PUT", "/v1/activities/a", headers: form, body: Array("progress=abc".utf8))
        #expect(refused.status == 400)
        #expect(refused.json.text("/pointer") == "/progress")
        let entries = try relay.request("GET", "/v1/activities/a/history").json["entries"]?.arrayValue ?? []
        #expect(entries.last?.text("/outcome") == "refused")
        #expect(entries.last?.text("/text") == "progress=abc")
        #expect(entries.last?.text("/pointer") == "/progress")
        let json = Array(#" {"progress":0.5}"#.utf8)
        let other = try relay.request("PUT", "/v1/activities/a", headers: form, body: json)
        #expect(other.status == 400)
        #expect(
            other.json.text("/detail")
                == "this is JSON, but came as a form; send it with Content-Type: application/json")
    }

    // MARK: One activity

    @Test func `one activity is the whole truth`() throws {
        let relay = try ServedRelay()
        let eta = TestClock.now + 100
        let startedAt = TestClock.now - 100
        try relay.event(
            #"""
            {"conversionId":"gen-2","subscriberId":"u-7","startedAt":\#(startedAt),"status":"generating","progress":0.2,
             "estimatedCompletionDate":\#(eta),"trackTitle":"Rain","extra":{"bpm":70}}
            """#)
        _ = relay.push { _ in true }
        try Durability.settle(relay, "gen-2")
        let answer = try relay.get("/v1/activities/gen-2")
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "application/json")
        #expect(answer.text.contains("\n  "), "a person reads it")
        let json = answer.json
        let names: Set<String> = [
            "conversionId", "subscriberId", "phase", "startedAt", "contentState", "backend", "floor", "rank", "why",
            "targets", "due", "pushes",
        ]
        #expect(Set(json.objectValue?.map(\.name) ?? []) == names)
        #expect(json.text("/conversionId") == "gen-2")
        #expect(json.text("/subscriberId") == "u-7")
        #expect(json.text("/phase") == "active")
        #expect(abs((json.number("/startedAt") ?? 0) - startedAt) < 0.001)
        #expect(json.text("/contentState/status") == "generating")
        // As of now: half of the time is over, and the backend said less.
        #expect(abs((json.number("/contentState/progress") ?? 0) - 0.5) < 0.1)
        #expect(json.number("/contentState/bpm") == 70)
        #expect(json.text("/backend/status") == "generating")
        #expect(json.number("/backend/progress") == 0.2)
        #expect(abs((json.number("/backend/estimatedCompletionDate") ?? 0) - eta) < 0.001)
        #expect(abs((json.number("/floor") ?? 0) - 0.5) < 0.1)
        #expect(json.number("/rank") != nil)
        for field in ["progress", "status", "displayStatus"] {
            #expect(json.text("/why/\(field)")?.isEmpty == false, "\(field)")
        }
        #expect(json.text("/targets/0/target") == "log")
        #expect(json.text("/targets/0/sender") == "log")
        #expect(json.text("/targets/0/state") == "live")
        #expect(json.text("/targets/0/lastPush/status") == "generating")
        #expect(json.number("/due/at") ?? 0 > TestClock.now)
        #expect(json.text("/due/what") == "nudge")
        #expect(json["pushes"]?.arrayValue?.count == 1)
        #expect(json.text("/pushes/0/outcome") == "ok")
        #expect(json.text("/pushes/0/reason") == "start")
        #expect(json.number("/pushes/0/sentAt") != nil)
    }

    // MARK: The list

    @Test func `the list is paged by cursors, newest startedAt first`() throws {
        let relay = try ServedRelay()
        for index in 1...5 {
            let startedAt = TestClock.now - 1000 + Double(index % 3 * 10 + index)
            try relay.event(#"{"conversionId":"a-\#(index)","startedAt":\#(startedAt)}"#)
        }
        var pages: [[String]] = []
        var cursor = ""
        while pages.count < 10 {
            let json = try relay.get("/v1/activities?limit=2\(cursor)").json
            pages.append(json["activities"]?.arrayValue?.compactMap { $0.text("/conversionId") } ?? [])
            guard let next = json.text("/cursor") else { break }
            cursor = "&cursor=\(next)"
        }
        #expect(pages == [["a-5", "a-2"], ["a-4", "a-1"], ["a-3"]])
        let whole = try relay.get("/v1/activities?limit=5").json
        #expect(whole["activities"]?.arrayValue?.count == 5)
        #expect(whole["cursor"] == nil)
        let names = Set(whole.at("/activities/0")?.objectValue?.map(\.name) ?? [])
        #expect(names.isSuperset(of: ["conversionId", "phase", "startedAt", "contentState"]))
    }

    @Test func `activities of one startedAt are paged without loss`() throws {
        let relay = try ServedRelay()
        let startedAt = TestClock.now - 10
        for index in 1...5 { try relay.event(#"{"conversionId":"a-\#(index)","startedAt":\#(startedAt)}"#) }
        var ids: [String] = []
        var cursor = ""
        while ids.count < 20 {
            let json = try relay.get("/v1/activities?limit=2\(cursor)").json
            ids += json["activities"]?.arrayValue?.compactMap { $0.text("/conversionId") } ?? []
            guard let next = json.text("/cursor") else { break }
            cursor = "&cursor=\(next)"
        }
        #expect(ids.sorted() == ["a-1", "a-2", "a-3", "a-4", "a-5"])
    }

    @Test func `the list is narrowed by phase and subscriberId`() throws {
        let relay = try ServedRelay()
        let events = [
            #"{"conversionId":"a","subscriberId":"u-1"}"#, #"{"conversionId":"b","subscriberId":"u-1"}"#,
            #"{"conversionId":"c","subscriberId":"u/2 ü","queuePosition":2}"#, #"{"conversionId":"d","type":"pause"}"#,
            #"{"conversionId":"e","type":"complete"}"#, #"{"conversionId":"f","type":"fail"}"#,
            #"{"conversionId":"g","type":"cancel"}"#,
        ]
        for event in events { #expect(try relay.event(event).status == 202) }
        func list(_ query: String) throws -> [String] {
            let activities = try relay.get("/v1/activities?\(query)").json["activities"]?.arrayValue
            return activities?.compactMap { $0.text("/conversionId") } ?? ["none"]
        }
        #expect(try list("subscriberId=u-1") == ["b", "a"])
        #expect(try list("subscriberId=u%2F2+%C3%BC") == ["c"])
        #expect(try list("subscriberId=u%2F2%20%c3%bc&phase=queued") == ["c"])
        #expect(try list("subscriberId=u-1&phase=active") == ["b"])
        #expect(try list("subscriberId=u-1&phase=superseded") == ["a"])
        #expect(try list("subscriberId=nobody") == [])
        #expect(try list("phase=queued") == ["c"])
        #expect(try list("phase=paused") == ["d"])
        #expect(try list("phase=completed") == ["e"])
        #expect(try list("phase=failed") == ["f"])
        #expect(try list("phase=cancelled") == ["g"])
        #expect(try list("phase=expired") == [])
        #expect(try list("").count == 7)
    }

    // MARK: End and delete

    @Test(
        arguments: [("", "cancelled"), ("{}", "cancelled")]
            + ["completed", "failed", "cancelled"].map { (#"{"phase":"\#($0)"}"#, $0) })
    func `end ends it now`(_ body: String, _ phase: String) throws {
        let relay = try ServedRelay()
        try relay.event(#"{"conversionId":"a","progress":0.3}"#)
        let answer = try relay.post("/v1/activities/a/end", body)
        #expect(answer.status == 202)
        #expect(answer.json.text("/outcome") == "accepted")
        #expect(answer.json.text("/phase") == phase)
        #expect(answer.json.text("/contentState/status") == phase)
        #expect(answer.json.number("/contentState/progress") == (phase == "completed" ? 1 : 0.3))
        let again = try relay.post("/v1/activities/a/end", body)
        #expect(again.status == 200)
        #expect(again.json.text("/outcome") == "ignored")
        #expect(again.json.text("/reason") == phase)
        let push = relay.push { $0.text("/event") == "end" }
        #expect(push?.text("/reason") == "ended")
        let sentAt = push?.number("/sentAt") ?? 0
        let seconds = (push?.number("/dismissalDate") ?? 0) - sentAt
        #expect(abs(seconds - (phase == "cancelled" ? 0 : 300)) < 0.1)
        #expect(try relay.settledPushes().count == 2)
    }

    @Test func `end without a body and a Content-Type is enough`() throws {
        let relay = try ServedRelay()
        try relay.event(#"{"conversionId":"a"}"#)
        let answer = try relay.request("POST", "/v1/activities/a/end", body: [])
        #expect(answer.status == 202)
        #expect(answer.json.text("/phase") == "cancelled")
        #expect(try relay.request("POST", "/v1/activities/b/end", body: []).status == 404)
    }

    @Test func `delete ends it, and it is gone everywhere`() throws {
        let relay = try ServedRelay()
        try relay.event(#"{"conversionId":"a","subscriberId":"u-1","progress":0.3}"#)
        let answer = try relay.request("DELETE", "/v1/activities/a")
        #expect(answer.status == 204)
        #expect(answer.body == [])
        #expect(relay.push { $0.text("/event") == "end" }?.text("/conversionId") == "a")
        #expect(try relay.get("/v1/activities/a").status == 404)
        #expect(try relay.request("DELETE", "/v1/activities/a").status == 404)
        #expect(try relay.post("/v1/activities/a/end", "").status == 404)
        #expect(try relay.activities() == [])
        #expect(try relay.get("/v1/activities?subscriberId=u-1").json["activities"] == .array([]))
        for event in ["", #","progress":0.5"#, #","type":"start""#, #","attempt":9"#, #","type":"complete""#] {
            let ignored = try relay.event(#"{"conversionId":"a"\#(event)}"#)
            #expect(ignored.status == 200, "\(event)")
            #expect(ignored.json.text("/outcome") == "ignored", "\(event)")
            #expect(ignored.json.text("/reason") == "deleted", "\(event)")
        }
        #expect(try relay.settledPushes().count == 2)
        #expect(relay.stop() == 0)
        let next = try ServedRelay(folder: relay.folder)
        #expect(try next.event(#"{"conversionId":"a"}"#).json.text("/reason") == "deleted")
        #expect(try next.get("/v1/activities/a").status == 404)
    }

    @Test func `delete of an ended one sends no second end`() throws {
        let relay = try ServedRelay()
        try relay.event(#"{"conversionId":"a"}"#)
        try relay.event(#"{"conversionId":"a","type":"complete"}"#)
        #expect(try relay.request("DELETE", "/v1/activities/a").status == 204)
        let ends = try relay.settledPushes().count { $0.text("/event") == "end" }
        #expect(ends == 1)
    }

    // MARK: Resolve

    @Test func `resolve says what would follow, and the same in pieces as at once`() throws {
        let relay = try ServedRelay()
        let events = [
            #"{"at":1790000000,"event":{"conversionId":"a","subscriberId":"u-1","estimatedCompletionDate":1790000100}}"#,
            #"{"at":1790000010,"event":{"conversionId":"a","status":"generating","trackTitle":"Rain","eventId":"e-1"}}"#,
            #"{"at":1790000020,"event":{"conversionId":"a","type":"pause"}}"#,
            #"{"at":1790000030,"event":{"conversionId":"a","type":"resume","boundary":{"at":1790000050,"subtitle":"s"}}}"#,
            #"{"at":1790000060,"event":{"conversionId":"b","subscriberId":"u-1","queuePosition":2}}"#,
            #"{"at":1790000070,"event":{"conversionId":"a","progress":0.9}}"#,
        ]
        let instants = [
            "1790000000", "1790000012", "1790000020", "1790000031", "1790000055", "1790000060", "1790000090",
        ]
        func resolve(_ state: String, _ events: [String], _ now: String) throws -> JSONValue {
            let answer = try relay.post(
                "/v1/resolve", #"{"state":\#(state),"events":[\#(events.joined(separator: ","))],"now":\#(now)}"#)
            #expect(answer.status == 200, "\(answer.text)")
            return answer.json
        }
        let whole = try resolve("null", events, "1790000090")
        var state = "null"
        var pushes: [JSONValue] = []
        var last = JSONValue.null
        for (index, instant) in instants.enumerated() {
            let piece = events.filter { event in
                let at = JSONValue(event).number("/at") ?? 0
                let from = index == 0 ? 0 : Double(instants[index - 1]) ?? 0
                return at > from && at <= Double(instant) ?? 0
            }
            last = try resolve(state, piece, instant)
            state = last["state"]?.canonical ?? "null"
            pushes += last["pushes"]?.arrayValue ?? []
        }
        #expect(whole["pushes"]?.arrayValue?.count ?? 0 > 6)
        #expect(JSONValue.array(pushes) == whole["pushes"])
        #expect(last["contentState"] != nil)
        // Which of the activities it shows is told by the events; all at once the last one was of "a".
        #expect(last["state"] == whole["state"])
        #expect(try relay.activities() == [])
        #expect(try relay.settledPushes() == [])
    }

    @Test func `resolve's state remembers eventIds`() throws {
        let relay = try ServedRelay()
        let first = try relay.post(
            "/v1/resolve", #"{"events":[{"at":1,"event":{"conversionId":"a","eventId":"e-1"}}],"now":2}"#
        ).json
        let second = try relay.post(
            "/v1/resolve",
            #"""
            {"state":\#(first["state"]?.canonical ?? "null"),"now":4,
             "events":[{"at":3,"event":{"conversionId":"a","eventId":"e-1","progress":0.9}}]}
            """#
        ).json
        #expect(second["pushes"] == .array([]))
        #expect(second.number("/contentState/progress") == 0)
    }

    @Test func `resolve names the event at fault`() throws {
        let relay = try ServedRelay()
        let answer = try relay.post(
            "/v1/resolve",
            #"{"events":[{"at":1,"event":{"conversionId":"a"}},{"at":2,"event":{"conversionId":"a","progress":42}}],"now":3}"#
        )
        #expect(answer.status == 400)
        #expect(answer.json.text("/pointer") == "/events/1/event/progress")
        let milliseconds = try relay.post("/v1/resolve", #"{"events":[],"now":1790000000000}"#)
        #expect(milliseconds.status == 400)
        #expect(milliseconds.json.text("/pointer") == "/now")
        let missing = try relay.post("/v1/resolve", #"{"events":[{"event":{"conversionId":"a"}}],"now":3}"#)
        #expect(missing.json.text("/pointer") == "/events/0")
    }

    // MARK: HEAD, health, stopping

    @Test(arguments: ["/v1/activities", "/v1/activities/a", "/v1/activities/none", "/healthz", "/readyz", "/nothing"])
    func `HEAD answers as GET does, without the body`(_ path: String) throws {
        let relay = try ServedRelay()
        try relay.event(#"{"conversionId":"a","type":"complete"}"#)
        try Durability.settle(relay, "a")
        let client = try HTTPClient(port: relay.port)
        let get = try client.request("GET", path)
        let head = try client.request("HEAD", path)
        #expect(head.status == get.status)
        #expect(head.header("Content-Type") == get.header("Content-Type"))
        #expect(head.header("Content-Length") == "\(get.body.count)")
        // The connection is in step: what follows is an answer of its own.
        #expect(try client.request("GET", "/healthz").status == 200)
    }

    @Test func `after the signal the relay goes on for drainDelay, but says that it is stopping`() throws {
        let relay = try ServedRelay(configuration: #"{"limits":{"drainDelay":2.5}}"#)
        let client = try HTTPClient(port: relay.port)
        #expect(try client.request("GET", "/readyz").status == 200)
        let asked = TestClock.now
        relay.process.terminate()
        #expect(relay.process.waitForLine { $0.contains("message=stopping") } != nil)
        #expect(try TestClock.eventually { try relay.get("/readyz").status == 503 })
        let event = try client.request(
            "POST", "/v1/events", headers: [("Content-Type", "application/json")],
            body: Array(#"{"conversionId":"a"}"#.utf8))
        #expect(event.status == 202)
        #expect(event.header("Connection")?.lowercased() == "close")
        #expect(try relay.get("/healthz").status == 200)
        #expect(TestClock.now - asked < 2.5, "this was to be asked before the drain's end")
        #expect(relay.process.waitForExit() == 0)
        #expect(TestClock.now - asked >= 2.4)
        #expect(relay.process.output.all().count == 1)
    }
}
