import HTTPServer
import JSON
import TestSupport
import Testing

@testable import APNsSimulator

struct ControlAPITests {
    private func ask(
        _ line: inout SimulatedLine, _ method: HTTPMethod, _ path: String, query: String? = nil, _ body: String = ""
    ) -> (status: Int, json: JSONValue, action: ControlAction?) {
        let request = ControlRequest(method, path, query: query, body: Array(body.utf8))
        let (response, action) = ControlAPI.answer(request, &line.simulator, now: line.now)
        return (response.status, JSONValue(String(decoding: response.body, as: UTF8.self)), action)
    }

    @Test func `a device is shown whole`() throws {
        var line = try SimulatedLine()
        line.send(SimulatedLine.body(more: #","stale-date":1790000000,"dismissal-date":1790000100"#))
        let answer = ask(&line, .get, "/devices/\(SimulatedAPNs.token(1))")
        #expect(answer.status == 200)
        let expected = """
            {"token":"\(SimulatedAPNs.token(1))","bundleId":"com.example.app","pushes":1,\
            "lastPushAt":\(JSONNumber(line.now).text),"inFlight":0,"event":"update",\
            "timestamp":1790000000,"contentState":{"status":"generating"},"staleDate":1790000000,\
            "isStale":true,"dismissalDate":1790000100,"ended":false,"onScreen":true}
            """
        #expect(answer.json == JSONValue(expected))
    }

    @Test func `devices are listed`() throws {
        var line = try SimulatedLine()
        #expect(ask(&line, .get, "/devices").json == JSONValue(#"{"devices":[]}"#))
        line.send(SimulatedLine.body("end"), token: 1)
        line.send(SimulatedLine.body(), token: 2)
        let devices = ask(&line, .get, "/devices").json
        #expect(devices.text("/devices/0/token") == SimulatedAPNs.token(1))
        #expect(devices.at("/devices/0/ended") == .bool(true))
        #expect(devices.text("/devices/1/event") == "update")
    }

    @Test func `what is not there is 404, a token that is none 400, another method 405`() throws {
        var line = try SimulatedLine()
        #expect(ask(&line, .get, "/").status == 404)
        #expect(ask(&line, .get, "/devices/\(SimulatedAPNs.token(1))").status == 404)
        #expect(ask(&line, .get, "/devices/x").status == 400)
        #expect(ask(&line, .get, "/devices/%zz").status == 404)
        #expect(ask(&line, .post, "/devices").status == 405)
        #expect(ask(&line, .get, "/pushes").status == 404)
        #expect(ask(&line, .get, "/nothing").json.text("/error") != nil)
    }

    @Test func `pushes come oldest first, of one token or of all`() throws {
        var line = try SimulatedLine(record: 10)
        for (second, token) in [(1.0, 1), (2, 2), (3, 1)] {
            line.send(SimulatedLine.body(at: SimulatedLine.start + second), token: token)
        }
        let all = ask(&line, .get, "/pushes").json
        let timestamps = all["pushes"]?.arrayValue?.map { $0.number("/timestamp") }
        #expect(timestamps == [1_790_000_001, 1_790_000_002, 1_790_000_003])
        let one = ask(&line, .get, "/pushes", query: "token=\(SimulatedAPNs.token(1))").json
        #expect(one["pushes"]?.arrayValue?.map { $0.number("/timestamp") } == [1_790_000_001, 1_790_000_003])
        #expect(one.text("/pushes/0/payload/aps/event") == "update")
        #expect(one.text("/pushes/0/headers/apns-priority") == "10")
        #expect(ask(&line, .get, "/pushes", query: "token=x").status == 400)
        #expect(ask(&line, .get, "/pushes", query: "tokens=x").status == 400)
    }

    @Test func `what was counted is told`() throws {
        var line = try SimulatedLine()
        line.send(SimulatedLine.body(state: "[]"))
        line.send("")
        line.simulator.resetReceived()
        line.simulator.streamRefused()
        let expected = """
            {"accepted":1,"answers":{"200":1,"PayloadEmpty":1},"objections":1,"devices":1,"connectionsOpened":1,\
            "connectionsOpen":1,"providerTokens":1,"mostInFlightPerToken":1,"mostInFlightPerConnection":1,\
            "streamsRefused":1,"resetsReceived":1}
            """
        #expect(ask(&line, .get, "/stats").json == JSONValue(expected))
        let objections = ask(&line, .get, "/objections").json
        #expect(objections.text("/objections/0/objection") == "content-state is no object")
        #expect(objections.text("/objections/0/token") == SimulatedAPNs.token(1))
    }

    @Test func `faults are taken, shown and cleared`() throws {
        var line = try SimulatedLine()
        #expect(ask(&line, .post, "/faults", #"{"reason":"BadTopic"}"#).status == 204)
        #expect(ask(&line, .post, "/faults", #"{"stall":true,"count":null}"#).status == 204)
        let shown = ask(&line, .get, "/faults").json
        #expect(shown == JSONValue(#"{"faults":[{"count":1,"deed":"BadTopic"},{"deed":"stall"}]}"#))
        #expect(line.send(SimulatedLine.body()) == .answer(Answer(.badTopic)))
        #expect(ask(&line, .delete, "/faults").status == 204)
        #expect(line.send(SimulatedLine.body()) == .answer(.accepted))
        let refused = ask(&line, .post, "/faults", #"{"reason":"BadMood"}"#)
        #expect(refused.status == 400)
        #expect(refused.json.text("/error")?.contains("APNs has no such reason") == true)
    }

    @Test func `what is done to connections is handed on`() throws {
        var line = try SimulatedLine()
        #expect(ask(&line, .post, "/faults", #"{"streams":3}"#).action == .streams(3))
        #expect(ask(&line, .post, "/faults", #"{"accepting":true}"#).action == .accepting(true))
        #expect(ask(&line, .post, "/faults", #"{"stall":true}"#).action == nil)
    }

    @Test func `a reset forgets all`() throws {
        var line = try SimulatedLine(record: 5)
        line.send(SimulatedLine.body(state: "[]"))
        #expect(ask(&line, .post, "/faults", #"{"stall":true}"#).status == 204)
        #expect(ask(&line, .post, "/reset").status == 204)
        let expected = """
            {"accepted":0,"answers":{},"objections":0,"devices":0,"connectionsOpened":0,"connectionsOpen":1,\
            "providerTokens":0,"mostInFlightPerToken":0,"mostInFlightPerConnection":0,"streamsRefused":0,\
            "resetsReceived":0}
            """
        #expect(ask(&line, .get, "/stats").json == JSONValue(expected))
        #expect(ask(&line, .get, "/pushes").json == JSONValue(#"{"pushes":[]}"#))
        #expect(ask(&line, .get, "/objections").json == JSONValue(#"{"objections":[]}"#))
        #expect(ask(&line, .get, "/faults").json == JSONValue(#"{"faults":[]}"#))
    }
}
