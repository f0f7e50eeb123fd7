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

    private func bytes(_ state: ActivityState) -> [UInt8] {
        var writer = JSONWriter()
        writer.state(state, Rules())
        return writer.take()
    }

    private func roundTrip(_ state: ActivityState) throws -> ActivityState {
        try StateReader(Rules()).read(bytes(state), conversionId: "t", subscriberId: "u")
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

    /// Texts that a run holds are in the state once, however many targets were told of them, and read as they were.
    @Test func `what targets were told is kept once where the run holds it`() throws {
        var state = try live()
        state.activity.run.trackTitle = "A title of its own"
        state.activity.run.subtitle = "A line of its own"
        state.activity.run.subtitleOverflow = "Nearly done"
        state.activity.run.accentColor = "#FF8800"
        state.activity.run.extra = Extra(text: "{\"b\":1, \"a\":2}", canonical: "{\"a\":2,\"b\":1}")
        state.add(Delivery(target: "second", kind: .plain), Outlet(sender: "log"), at: 0)
        let shown = state.activity.run.contentState(at: 1_790_000_000, for: .plain, Rules())
        for index in state.deliveries.indices {
            state.deliveries[index].pushed = Pushed(contentState: shown, ownStaleAt: nil)
        }
        let text = String(decoding: bytes(state), as: UTF8.self)
        for told in ["A title of its own", "A line of its own", "Nearly done", "#FF8800", "\"b\":1, "] {
            #expect(text.split(separator: told, omittingEmptySubsequences: false).count == 2, "\(told) in \(text)")
        }
        #expect(try roundTrip(state) == state)
    }

    @Test(arguments: [nil, "", "Another"] as [String?])
    func `what a target was told otherwise than the run holds is read as it was`(_ text: String?) throws {
        var state = try live()
        let run = state.activity.run
        var shown = try #require(state.deliveries.first?.pushed?.contentState)
        for (held, told) in [("Held", text), (nil, text)] {
            state.activity.run = run
            state.activity.run.trackTitle = held
            state.activity.run.subtitle = held
            state.activity.run.subtitleOverflow = held
            state.activity.run.accentColor = held
            state.activity.run.extra = held.map { _ in Extra(text: "{\"a\":1}", canonical: "{\"a\":1}") }
            shown.trackTitle = told
            shown.subtitle = told
            shown.subtitleOverflow = told
            shown.accentColor = told
            shown.extra = told.map { _ in Extra(text: "{\"a\":2}", canonical: "{\"a\":2}") }
            state.deliveries[0].pushed = Pushed(contentState: shown, ownStaleAt: 1_790_000_100)
            #expect(try roundTrip(state) == state)
        }
    }

    /// As a client may pass it on that keeps objects sorted, or in no order.
    @Test func `a state is read alike in whatever order its members stand`() throws {
        let texts = [
            """
            {"run":{"startedAt":5,"trackTitle":"New","extra":{"b":1, "a":2},"canonicalExtra":"{\\"a\\":2,\\"b\\":1}"},\
            "cadence":{"urgent":[5],"urgentSteps":[1500]},\
            "deliveries":[{"target":"log","number":3,"pushed":{"status":"generating","displayStatus":"…",\
            "progress":0.5},"shared":17}]}
            """,
            """
            {"deliveries":[{"shared":17,"number":3,"target":"log","pushed":{"status":"generating",\
            "displayStatus":"…","progress":0.5}}],"cadence":{"urgentSteps":[1500],"urgent":[5]},\
            "run":{"canonicalExtra":"{\\"a\\":2,\\"b\\":1}","extra":{"b":1, "a":2},"trackTitle":"New","startedAt":5}}
            """,
        ]
        for text in texts {
            let state = try StateReader(Rules()).read(Array(text.utf8), conversionId: "t", subscriberId: nil)
            let pushed = try #require(state.deliveries.first?.pushed?.contentState)
            #expect(pushed.trackTitle == "New" && pushed.subtitle == nil)
            #expect(pushed.extra?.text == "{\"b\":1,\"a\":2}" && pushed.extra?.canonical == "{\"a\":2,\"b\":1}")
            #expect(state.activity.cadence.urgentAt == [5, 6.5])
        }
    }

    /// As a client may pass it on that lays JSON out anew.
    @Test(arguments: ["{\"b\":1,\"a\":2}", "{ \"b\" : 1,\n  \"a\": 2\n}"])
    func `the app's own object is the same however it is laid out`(_ extra: String) throws {
        let text = """
            {"run":{"startedAt":5,"extra":\(extra)},"deliveries":[{"target":"log","pushed":{"status":"generating",\
            "displayStatus":"…","progress":0.5,"extra":\(extra)}},{"target":"x","pushed":{"extra":{ }}}]}
            """
        let state = try StateReader(Rules()).read(Array(text.utf8), conversionId: "t", subscriberId: nil)
        let read = [state.activity.run.extra, state.deliveries[0].pushed?.contentState.extra]
        for extra in read {
            #expect(extra?.text == "{\"b\":1,\"a\":2}" && extra?.canonical == "{\"a\":2,\"b\":1}")
        }
        #expect(state.deliveries[1].pushed?.contentState.extra?.text == "{}")
    }

    @Test func `what a target was told is kept to the byte where the run holds the like of it`() throws {
        var state = try live()
        var shown = try #require(state.deliveries.first?.pushed?.contentState)
        state.activity.run.trackTitle = "Caf\u{E9}"
        shown.trackTitle = "Cafe\u{301}"
        state.activity.run.extra = Extra(text: "{\"a\":1,\"b\":2}", canonical: "{\"a\":1,\"b\":2}")
        shown.extra = Extra(text: "{\"b\":2,\"a\":1}", canonical: "{\"a\":1,\"b\":2}")
        state.deliveries[0].pushed = Pushed(contentState: shown, ownStaleAt: nil)
        let read = try #require(try roundTrip(state).deliveries.first?.pushed?.contentState)
        #expect(read.trackTitle.map { Array($0.unicodeScalars) } == Array("Cafe\u{301}".unicodeScalars))
        #expect(read.extra?.text == "{\"b\":2,\"a\":1}")
    }

    @Test func `what a target was told is read from a state that keeps it whole`() throws {
        let text = """
            {"run":{"startedAt":5,"trackTitle":"New"},\
            "deliveries":[{"target":"log","number":3,"pushed":{"status":"generating","displayStatus":"Generating…",\
            "progress":0.5,"trackTitle":"Old","accentColor":"#000000"}}]}
            """
        let state = try StateReader(Rules()).read(Array(text.utf8), conversionId: "t", subscriberId: nil)
        let pushed = try #require(state.deliveries.first?.pushed?.contentState)
        #expect(pushed.trackTitle == "Old" && pushed.accentColor == "#000000" && pushed.subtitle == nil)
    }

    @Test(arguments: [
        [], [1_790_000_000.25], [1_790_000_000.25, 1_790_000_001.5, 1_790_000_001.5],
        // A clock that was set back.
        [1_790_000_000, 1_789_996_400.001],
        // No whole milliseconds.
        [1_790_000_000.0005, 1_790_000_001], [1_790_000_000, 1_790_000_000.1234567], [0.1 + 0.2, 1],
        [-5, 0, 1e12, -1e12],
    ])
    func `the instants of urgent pushes are read as they were written`(_ instants: [Double]) throws {
        var state = ActivityState.unknown("t")
        state.activity.cadence.urgentAt = instants
        #expect(try roundTrip(state).activity.cadence.urgentAt == instants)
    }

    @Test func `the instants of a busy hour take five bytes each`() {
        var state = ActivityState.unknown("t")
        let before = bytes(state).count
        state.activity.cadence.urgentAt = (0...100).map { 1_790_000_000.433 + Double($0) }
        #expect(bytes(state).count - before < 100 * 5 + 50)
    }

    @Test(arguments: [
        "{\"urgentSteps\":[1]}", "{\"urgent\":[1],\"urgentSteps\":[9223372036854775807]}",
        "{\"urgent\":[-1],\"urgentSteps\":[-9223372036854775808]}", "{\"urgent\":[0.0001],\"urgentSteps\":[1]}",
        "{\"urgent\":[1e12],\"urgentSteps\":[1]}", "{\"urgent\":[1],\"urgentSteps\":[0.5]}",
    ])
    func `a step to no instant is a fault`(_ cadence: String) {
        let text = "{\"run\":{\"startedAt\":5},\"cadence\":\(cadence)}"
        #expect {
            try StateReader(Rules()).read(Array(text.utf8), conversionId: "t", subscriberId: nil)
        } throws: { error in
            (error as? JSONError)?.pointer.hasPrefix("/cadence") == true
        }
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
