import ActivityResolver
import JSON
import Push
import Storage
import TestSupport
import Testing

@testable import Relay

/// States as the store keeps them.
@Suite struct StoredStateTests {
    @Test func `a state that cannot be read is one activity's trouble, not its neighbours'`() throws {
        let relay = try EngineFixture()
        _ = try relay.take("{\"conversionId\":\"good\",\"type\":\"start\"}")
        _ = try relay.take("{\"conversionId\":\"bad\",\"type\":\"start\"}")
        try relay.store.transaction { transaction in
            guard var row = try transaction.activity("bad") else { return }
            row.state = Array("{\"run\":17}".utf8)
            row.due = relay.now
            try transaction.put(&row)
        }
        try relay.restart()
        let (answer, _) = try relay.take("{\"conversionId\":\"bad\",\"progress\":0.5}")
        guard case .failure(let problem)? = answer else {
            Issue.record("a state that cannot be read was taken for one")
            return
        }
        #expect(problem.status == 500 && problem.detail.contains("/run"))
        relay.now += 1
        #expect(try relay.take("{\"conversionId\":\"good\",\"progress\":0.5}").answer?.get().outcome == .accepted)
        _ = try relay.wait(2)
        #expect(relay.engine.nextDue > relay.now)
    }

    @Test(arguments: [
        "{}", "[]", "{\"run\":{\"startedAt\":-1}}", "{\"run\":{\"raw\":7}}", "{\"cadence\":{\"progress\":1e300}}",
        "{\"deliveries\":[{\"failures\":-3}]}", "{\"deliveries\":[{\"pushed\":{\"progress\":-1}}]}",
        "{\"run\":{\"eta\":1e13}}",
        "{\"retired\":[{}]}", "{\"retired\":{}}", "{\"retired\":[{\"number\":-1}]}", "{\"registered\":1}",
        "{\"deliveries\":[{\"environment\":\"moon\"}]}", "{\"deliveries\":[{\"registeredAt\":1e300}]}",
        "{\"ending\":{\"phase\":\"nowhere\"}}", "{\"unknown\":1}", "", "null",
    ])
    func `no bytes are a trap`(_ text: String) {
        _ = try? StateReader(Rules()).read(Array(text.utf8), conversionId: "t", subscriberId: nil)
    }

    @Test(arguments: ["{}", "{\"deliveries\":[{\"target\":\"log\",\"number\":3}]}"])
    func `a state without a run is none`(_ text: String) throws {
        #expect {
            try StateReader(Rules()).read(Array(text.utf8), conversionId: "t", subscriberId: nil)
        } throws: { error in
            (error as? JSONError)?.message == "\"run\" is missing"
        }
    }

    private func roundTrip(_ state: ActivityState) throws -> ActivityState {
        var writer = JSONWriter()
        writer.state(state, Rules())
        return try StateReader(Rules()).read(writer.take(), conversionId: "t", subscriberId: "u")
    }

    private func live() throws -> ActivityState {
        let relay = try EngineFixture()
        _ = try relay.take("{\"conversionId\":\"t\",\"subscriberId\":\"u\",\"progress\":0.25}")
        return try #require(try relay.state("t"))
    }

    @Test(arguments: [(0, nil), (0, 0), (0.3, 0.3), (0.3, 0.1), (0.3, 0)] as [(Double, Double?)])
    func `what the backend last said is read as it was written, 0 too`(raw: Double, lastTold: Double?) throws {
        var state = ActivityState.unknown("t")
        state.activity.subscriberId = "u"
        state.activity.run.raw = raw
        state.activity.run.lastTold = lastTold
        #expect(try roundTrip(state).activity.run.lastTold == lastTold)
    }

    @Test(arguments: [Environment.production, .sandbox])
    func `registered targets are read as they were written`(_ environment: Environment) throws {
        var state = try live()
        let place = Place(token: "A\u{e9}", environment: environment)
        var outlet = Outlet(sender: "hook", registration: Outlet.Registered(place: place, at: 17.25))
        outlet.number = 7
        outlet.timestamp = 1_790_000_002
        outlet.failures = 3
        outlet.retryAt = 1_790_000_030.5
        outlet.owed = Outlet.Owed(
            event: .start, priority: 5, reason: .registered, alert: Alert(title: "Soon"), at: 1_790_000_001)
        state.leaveDefaultTarget()
        state.add(Delivery(target: "r1", kind: .rerenders), outlet, at: 0)
        outlet.sending = outlet.owed
        outlet.owed = nil
        outlet.retryAt = nil
        outlet.knowsEnd = true
        var told = Delivery(target: "r2", kind: .plain)
        told.isLive = true
        told.waits = true
        state.add(told, outlet, at: 0)
        #expect(try roundTrip(state) == state)
    }

    @Test func `retired targets are read as they were written`() throws {
        var state = try live()
        state.wasRegistered = true
        state.retired = [
            RetiredTarget(
                target: "r1", sender: "hook", token: "abcdefgh…", reason: "410", number: 9, timestamp: 1_790_000_003,
                knowsEnd: true),
            RetiredTarget(
                target: "log", sender: "log", reason: "410", number: 1, knowsEnd: false,
                alert: Alert(title: "Soon", body: "Really", sound: "bell")),
        ]
        #expect(try roundTrip(state) == state)
    }

    @Test func `a state from before there were registrations goes to the default sender`() throws {
        let text = "{\"run\":{\"startedAt\":5},\"deliveries\":[{\"target\":\"log\",\"number\":3}]}"
        let state = try StateReader(Rules()).read(Array(text.utf8), conversionId: "t", subscriberId: nil)
        #expect(!state.wasRegistered && state.retired.isEmpty)
        #expect(state.outlets.map(\.sender) == ["log"] && state.outlets.map(\.registration) == [nil])
    }

    @Test func `a registration is read from its row as it was written`() throws {
        var registration = Registration(
            id: "r_1", subscriberId: "u", deviceId: "", kind: .update, conversionId: "t", sender: "hook",
            registeredAt: 1_790_000_000.25)
        #expect(try Registration(registration.row) == registration)
        registration.token = "A\"\u{1F3B5}"
        registration.environment = .sandbox
        registration.attributesType = "Track"
        registration.expires = 1_790_086_400
        #expect(try Registration(registration.row) == registration)
        registration.token = nil
        registration.end = Registration.optedOut
        registration.kind = .start
        registration.conversionId = nil
        registration.deviceId = "phone"
        #expect(try Registration(registration.row) == registration)
    }

    @Test(arguments: ["", "[]", "{\"token\":7}", "{\"tokens\":\"A\"}", "{\"token\":\"A\"} x"])
    func `a row that is no registration's is no trap`(_ text: String) {
        let row = RegistrationRow(
            id: "r", subscriberId: "u", deviceId: "", kind: "update", sender: "hook", body: Array(text.utf8),
            registeredAt: 0)
        #expect(throws: JSONError.self) { try Registration(row) }
    }

    @Test func `an answer does not show a whole token`() throws {
        var registration = Registration(
            id: "r_1", subscriberId: "u", deviceId: "d", kind: .update, conversionId: "t", sender: "hook",
            registeredAt: 5)
        registration.token = String(repeating: "0123456789abcdef", count: 4)
        var writer = JSONWriter()
        writer.registration(registration)
        let text = String(decoding: writer.take(), as: UTF8.self)
        #expect(text.contains("\"01234567…\"") && !text.contains("012345678"))
        #expect(text.contains("\"state\":\"live\""))
    }
}
