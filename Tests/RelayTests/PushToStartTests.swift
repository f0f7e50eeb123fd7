import ActivityResolver
import JSON
import Push
import Storage
import Testing

@testable import Relay

/// The contract's paragraph on push-to-start, rule by rule.
@Suite final class PushToStartTests {
    let relay: EngineFixture
    /// Starts that went while a test looked at something else.
    var pending: [Push] = []

    init() throws {
        relay = try EngineFixture()
    }

    static func start(_ more: String = "", of id: String = "t") -> String {
        "{\"conversionId\":\"\(id)\",\"subscriberId\":\"u\",\"type\":\"start\"\(more)}"
    }

    static func update(_ members: String) -> String { "{\"conversionId\":\"t\",\(members)}" }

    static let complete = "{\"conversionId\":\"t\",\"type\":\"complete\"}"
    static let again = "{\"conversionId\":\"t\",\"attempt\":2}"

    /// Takes an event in; what is sent for it arrives, but starts.
    @discardableResult
    func take(_ json: String) throws -> [Push] {
        let pushes = try relay.take(json).pushes
        try arrive(pushes)
        return pushes
    }

    /// What of them is no start arrives; what follows does too.
    func arrive(_ pushes: [Push]) throws {
        pending += pushes.filter(\.isPushToStart)
        let others = pushes.filter { !$0.isPushToStart }
        if !others.isEmpty { try arrive(relay.learn(.ok, of: others)) }
    }

    /// Lets time pass; what is sent arrives, but starts, which it gives.
    func starts(in seconds: Double) throws -> [Push] {
        let end = relay.now + seconds
        while relay.now < end || relay.engine.nextDue <= relay.now {
            try arrive(relay.wait(max(0, min(relay.engine.nextDue, end) - relay.now)))
        }
        defer { pending = [] }
        return pending
    }

    /// The activity lives, its card was started on the device d, and that was learned.
    func started() throws {
        try relay.registerStart("d")
        try take(Self.start())
        let pushes = try starts(in: 2)
        #expect(pushes.map(\.place?.token) == ["S"])
        #expect(try relay.learn(.ok, of: pushes).isEmpty)
    }

    /// A device registers its card's token.
    @discardableResult
    func showCard(_ deviceId: String, token: String = "A") throws -> [Push] {
        let pushes = try relay.register(deviceId, token: .new(token), sender: "cards").pushes
        try arrive(pushes)
        return pushes.filter { !$0.isPushToStart }
    }

    // MARK: The start

    @Test func `each start token gets one start, two seconds after the activity's own`() throws {
        try relay.registerStart("d", token: "S")
        try relay.registerStart("e", token: "T")
        try take(Self.start(",\"trackTitle\":\"Rain\""))
        relay.now += 1
        try take(Self.update("\"status\":\"generating\",\"progress\":0.2"))
        #expect(try starts(in: 0.99).isEmpty)
        let pushes = try starts(in: 0.01)
        #expect(pushes.map(\.place) == ["S", "T"].map { Place(token: $0, attributesType: "Track") })
        #expect(pushes.map(\.planned.target) == ["r1", "r2"])
        for push in pushes {
            #expect(push.sender == "cards" && push.subscriberId == "u" && push.number == 1)
            #expect(push.planned.event == .start && push.planned.reason == .start && push.planned.priority == 10)
            #expect(push.planned.contentState.progress == 0.2 && push.planned.contentState.trackTitle == "Rain")
            #expect(push.planned.staleAt != nil)
        }
        #expect(try relay.learn(.ok, of: pushes).isEmpty)
        try take(Self.update("\"progress\":0.4,\"alert\":{\"title\":\"Soon\"}"))
        try relay.restart()
        #expect(try starts(in: 600).isEmpty)
        try take(Self.complete)
        #expect(try starts(in: 600).isEmpty)
    }

    @Test func `it is as whole as what is shown elsewhere, in the queue too`() throws {
        try relay.registerStart("d")
        try take(Self.start(",\"status\":\"queued\",\"queuePosition\":3"))
        let push = try #require(try starts(in: 2).first)
        #expect(push.planned.contentState.queuePosition == 3)
        #expect(push.planned.alert == Alert(title: "You're #3 in line"))
    }

    @Test func `another subscriber's devices get none`() throws {
        try relay.registerStart("d", subscriberId: "v")
        try take(Self.start())
        #expect(try starts(in: 600).isEmpty)
    }

    @Test func `it counts for no interval and no budget, and is no part of the answer`() throws {
        try relay.registerStart("d")
        let bare = try EngineFixture()
        var pushes: [[Push]] = []
        for fixture in [relay, bare] {
            var sent = try fixture.take(Self.start()).pushes
            _ = try fixture.learn(.ok, of: sent)
            sent += try fixture.wait(2.5)
            let (answer, next) = try fixture.take(Self.update("\"status\":\"generating\",\"progress\":0.3"))
            #expect(try answer?.get().pushes.map(\.target) == ["log"])
            sent += next
            _ = try fixture.learn(.ok, of: next)
            sent += try fixture.wait(300)
            pushes.append(sent.filter { !$0.isPushToStart })
        }
        #expect(pushes[0] == pushes[1])
        #expect(try relay.state("t")?.activity.cadence == bare.state("t")?.activity.cadence)
        #expect(try relay.state("t")?.outlets.count == 2)
    }

    // MARK: Its alert

    @Test(arguments: [
        (",\"trackTitle\":\"Rain\"", Alert(title: "Rain", body: "Starting…")),
        ("", Alert(title: "Starting…")),
        (",\"trackTitle\":\"Rain\",\"displayStatus\":\"Tuning up\"", Alert(title: "Rain", body: "Tuning up")),
        (",\"trackTitle\":\"Rain\",\"alert\":{\"title\":\"Yours\"}", Alert(title: "Yours")),
    ])
    func `it rings with the event's alert, else with its own words`(_ members: String, _ alert: Alert) throws {
        try relay.registerStart("d")
        try take(Self.start(members))
        #expect(try starts(in: 2).map(\.planned.alert) == [alert])
    }

    @Test func `what rang elsewhere rings with it, the latest alert from before it`() throws {
        try relay.registerStart("d")
        #expect(try take(Self.start(",\"alert\":{\"title\":\"One\"}")).map(\.planned.alert) == [Alert(title: "One")])
        relay.now += 1.5
        try take(Self.update("\"alert\":{\"title\":\"Two\"}"))
        let pushes = try starts(in: 0.5)
        #expect(pushes.map(\.planned.alert) == [Alert(title: "Two")])
        // Who comes later is not rung with what is told meanwhile.
        try take(Self.update("\"alert\":{\"title\":\"Three\"}"))
        try relay.registerStart("e")
        #expect(try starts(in: 0).map(\.planned.alert) == [Alert(title: "Two")])
    }

    @Test func `an alert of the run before rings in no other`() throws {
        try relay.registerStart("d")
        try take(Self.start(",\"alert\":{\"title\":\"One\"}"))
        _ = try relay.learn(.ok, of: starts(in: 10))
        try take(Self.again)
        #expect(try starts(in: 2).map(\.planned.alert) == [Alert(title: "Starting…")])
    }

    // MARK: When

    @Test func `a start long ago is started at once`() throws {
        try relay.registerStart("d")
        try take(Self.start(",\"startedAt\":\(relay.now - 3600)"))
        #expect(try starts(in: 0).count == 1)
    }

    @Test(arguments: [
        "{\"conversionId\":\"t\",\"type\":\"complete\"}", "{\"conversionId\":\"t\",\"type\":\"cancel\"}",
        "{\"conversionId\":\"s\",\"subscriberId\":\"u\",\"type\":\"complete\"}",
    ])
    func `one that is over before its time gets none`(_ end: String) throws {
        try relay.registerStart("d")
        try take(Self.start())
        relay.now += 1
        try take(end)
        let isOver = end.contains("\"t\"")
        #expect(try starts(in: 600).map(\.conversionId) == (isOver ? [] : ["t"]))
    }

    @Test func `one that is deleted or superseded before its time gets none`() throws {
        try relay.registerStart("d")
        try take(Self.start(of: "old"))
        relay.now += 1
        try take(Self.start(of: "new"))
        #expect(try relay.row("old")?.phase == "superseded")
        _ = try relay.delete("new")
        #expect(try starts(in: 600).isEmpty)
    }

    @Test func `one that is over as it comes gets none`() throws {
        try relay.registerStart("d")
        try take("{\"conversionId\":\"a\",\"subscriberId\":\"u\",\"type\":\"complete\"}")
        try take(Self.start(",\"startedAt\":\(relay.now - 9 * 3600)", of: "b"))
        #expect(try relay.row("b")?.phase == "expired")
        #expect(try starts(in: 600).isEmpty)
    }

    @Test func `none as long as nobody knows whose it is; then at once`() throws {
        try relay.registerStart("d")
        try take("{\"conversionId\":\"t\",\"alert\":{\"title\":\"Mine\"}}")
        #expect(try starts(in: 60).isEmpty)
        try take(Self.update("\"subscriberId\":\"u\",\"progress\":0.1"))
        #expect(try starts(in: 0).map(\.planned.alert) == [Alert(title: "Mine")])
    }

    @Test func `a registration that tells whose it is lets the other devices have their start`() throws {
        try relay.registerStart("d")
        try relay.registerStart("e", token: "T")
        try take("{\"conversionId\":\"t\"}")
        #expect(try starts(in: 60).isEmpty)
        try showCard("e")
        #expect(try starts(in: 0).map(\.place?.token) == ["S"])
    }

    @Test func `a start token that comes while activities live is started for each of them`() throws {
        var policy = Policy()
        policy.supersede = false
        let relay = try EngineFixture(rules: Rules(policy: policy))
        for id in ["a", "b", "over"] { _ = try relay.learn(.ok, of: relay.take(Self.start(of: id)).pushes) }
        _ = try relay.learn(.ok, of: relay.take("{\"conversionId\":\"over\",\"type\":\"complete\"}").pushes)
        _ = try relay.wait(10)
        _ = try relay.learn(.ok, of: relay.take(Self.start(of: "young")).pushes)
        relay.now += 1
        try relay.registerStart("d")
        #expect(try relay.wait(0).map(\.conversionId) == ["a", "b"])
        #expect(try relay.wait(1).map(\.conversionId) == ["young"])
        try relay.registerStart("d")
        #expect(try relay.wait(60).filter(\.isPushToStart).isEmpty)
    }

    @Test func `a clock that is set back keeps no start waiting`() throws {
        try relay.registerStart("d")
        try take(Self.start())
        relay.now -= 3600
        // The relay looks at the clock every second.
        #expect(relay.engine.isDue(at: relay.now))
        try arrive(relay.engine.process([], at: relay.now).pushes)
        #expect(try starts(in: 3).count == 1)
    }

    @Test func `a clock that is set back keeps no long delay waiting`() throws {
        let senders = ["cards": SenderTraits(kind: .rerenders, takesStartTokens: true, startDelay: 300)]
        let relay = try EngineFixture(defaultTarget: nil, senders: senders)
        try relay.registerStart("d")
        _ = try relay.take(Self.start())
        relay.now -= 3600
        _ = try relay.engine.process([], at: relay.now)
        #expect(try relay.wait(299).isEmpty)
        #expect(try relay.wait(1).map(\.planned.event) == [.start])
    }

    @Test func `a start token that comes after the clock was set back waits for no start`() throws {
        try take(Self.start())
        relay.now -= 7200
        try relay.registerStart("d")
        #expect(try starts(in: 3).count == 1)
    }

    @Test func `a relay without senders that start cards looks at no start token`() throws {
        let relay = try EngineFixture(senders: ["log": SenderTraits()])
        _ = try relay.take(Self.start(",\"alert\":{\"title\":\"One\"}"))
        let state = try #require(try relay.state("t"))
        #expect(state.startsDue == nil && state.startAlert == nil)
    }

    // MARK: Who shows it already

    @Test func `a device whose app is in front shows its own card, and the other is started`() throws {
        try relay.registerStart("front", token: "S")
        try relay.registerStart("pocket", token: "T")
        try take(Self.start())
        relay.now += 1.9
        try showCard("front")
        #expect(try starts(in: 60).map(\.place?.token) == ["T"])
    }

    @Test func `a device that registered its card before the activity came is not started`() throws {
        try relay.registerStart("d")
        try showCard("d")
        try take(Self.start())
        #expect(try starts(in: 60).isEmpty)
    }

    @Test func `a device that opted out of the activity before it came is not started`() throws {
        try relay.registerStart("d")
        try relay.registerStart("e", token: "E")
        try relay.register("d", token: .optOut, sender: "cards")
        try take(Self.start())
        #expect(try starts(in: 60).map(\.place?.token) == ["E"])
    }

    @Test func `a place that shows no card keeps its device from none`() throws {
        try relay.registerStart("d")
        try take(Self.start())
        _ = try relay.learn(.ok, of: relay.register("d", sender: "hook").pushes)
        #expect(try starts(in: 2).count == 1)
    }

    @Test func `two apps start theirs side by side, each after its own delay`() throws {
        try relay.registerStart("d", token: "S")
        try relay.registerStart("d", token: "L", sender: "late", attributesType: "Other")
        try take(Self.start())
        let first = try starts(in: 4.9)
        #expect(first.map(\.sender) == ["cards"])
        let second = try starts(in: 0.1)
        #expect(second.map(\.sender) == ["late"])
        #expect(second.map(\.place?.attributesType) == ["Other"])
        #expect(try relay.learn(.ok, of: first + second).isEmpty)
        #expect(try starts(in: 600).isEmpty)
    }

    @Test func `the card of one app is the device's card`() throws {
        try relay.registerStart("d", token: "S")
        try relay.registerStart("d", token: "L", sender: "late")
        try take(Self.start())
        _ = try relay.learn(.ok, of: starts(in: 2))
        try showCard("d")
        #expect(try starts(in: 60).isEmpty)
    }

    // MARK: Targets

    @Test func `start tokens take an activity from no default sender`() throws {
        try started()
        relay.now += 10
        #expect(try take(Self.update("\"status\":\"generating\",\"progress\":0.4")).map(\.planned.target) == ["log"])
        #expect(try relay.state("t")?.wasRegistered == false)
        #expect(try take(Self.complete).map(\.planned.target) == ["log"])
        relay.now += 10
        #expect(try take(Self.again).map(\.planned.target) == ["log"])
    }

    @Test func `an activity that goes nowhere but to start tokens moves no ring`() throws {
        let relay = try EngineFixture(defaultTarget: nil)
        try relay.registerStart("d")
        _ = try relay.take(Self.start(",\"estimatedCompletionDate\":\(relay.now + 100)"))
        #expect(try relay.wait(300).map(\.planned.event) == [.start])
        #expect(try relay.take(Self.complete).pushes.isEmpty)
        #expect(try relay.state("t")?.activity.cadence == Cadence())
    }

    @Test func `a start token is forgotten for no first registration of a card`() throws {
        try started()
        try showCard("e", token: "E")
        #expect(try relay.state("t")?.deliveries.map(\.target) == ["r1", "r2"])
        try relay.registerStart("d", token: "T")
        #expect(try starts(in: 60).isEmpty)
    }

    @Test func `the view shows a start token and when starts are due`() throws {
        try relay.registerStart("d", token: "0123456789abcdef0123456789abcdef")
        try take(Self.start())
        #expect(try view()["due"]?["what"]?.stringValue == "start")
        #expect(try view()["due"]?["at"]?.doubleValue == relay.now + 2)
        let pushes = try starts(in: 2)
        let target = try #require(try view()["targets"]?.arrayValue?.last)
        #expect(target["target"]?.stringValue == "r1" && target["state"]?.stringValue == "live")
        #expect(target["token"]?.stringValue == "01234567…" && target["kind"]?.stringValue == "start")
        #expect(target["sending"] == .bool(true) && target["pushes"]?.doubleValue == 1)
        _ = try relay.learn(.dead("410"), of: pushes)
        let dead = try #require(try view()["targets"]?.arrayValue?.last)
        #expect(dead["state"]?.stringValue == "dead" && dead["reason"]?.stringValue == "410")
    }

    private func view() throws -> JSONValue {
        let state = try #require(try relay.state("t"))
        var writer = JSONWriter()
        writer.activity(
            ActivityView(
                state: state, pushes: [], explainer: EventExplainer(rules: relay.rules, decoder: EventDecoder()),
                now: relay.now))
        var reader = JSONReader(writer.take())
        return try reader.readValue()
    }

    @Test func `what is known of starts is read as it was written`() throws {
        try started()
        try relay.registerStart("e", token: "E")
        _ = try relay.learn(.retry(Failure("503")), of: starts(in: 0))
        try showCard("f", token: "F")
        try relay.register("f", token: .optOut, sender: "cards")
        var state = try #require(try relay.state("t"))
        state.startsDue = 1_790_000_009.5
        state.startAlert = Alert(title: "Soon", body: "Really", sound: "bell")
        state.outlets[0].isSpent = true
        try relay.unregister("r1")
        state.retired = try #require(try relay.state("t")).retired
        #expect(state.retired.contains { $0.hasStarted && $0.deviceId == "d" } && state.muted == ["f"])
        var writer = JSONWriter()
        writer.state(state, Rules())
        let read = try StateReader(Rules()).read(writer.take(), conversionId: "t", subscriberId: "u")
        #expect(read == state)
    }

    // MARK: Registering

    private func problem(_ reply: Result<EngineFixture.Registered, Problem>) -> Problem? {
        if case .failure(let problem) = reply { problem } else { nil }
    }

    @Test func `a start token needs the name of the struct it starts, unless its key has one`() throws {
        let refused = try problem(relay.registerStart("d", attributesType: nil).reply)
        #expect(refused?.status == 400 && refused?.pointer == "")
        #expect(refused?.detail.contains("\"attributesType\"") == true)
        #expect(try relay.registration("r1") == nil)
        #expect(try relay.registerStart("d", token: nil, attributesType: nil).reply.get().isNew)
        #expect(try problem(relay.registerStart("d", attributesType: nil).reply)?.pointer == "")
        #expect(
            try relay.registerStart("d", attributesType: "Track").reply.get().registration.attributesType == "Track")
        #expect(
            try relay.registerStart("d", token: "T", attributesType: nil).reply.get().registration.place
                == Place(token: "T", attributesType: "Track"))
    }

    @Test func `the type is no part of a card's own place`() throws {
        try take(Self.start())
        var request = RegistrationRequest(
            subscriberId: "u", deviceId: "d", kind: .update, conversionId: "t", sender: "cards", token: .new("A"),
            attributesType: "Track")
        let pushes = try relay.register(request).pushes
        #expect(pushes.map(\.place) == [Place(token: "A")])
        #expect(pushes.allSatisfy { !$0.isPushToStart })
        _ = try relay.learn(.ok, of: pushes)
        request.attributesType = "Other"
        #expect(try relay.register(request).pushes.isEmpty)
    }

    @Test func `a subscriber has a hundred start tokens at most; dead ones make room`() throws {
        for device in 0..<100 { try relay.registerStart("d\(device)", token: device == 7 ? nil : "S") }
        #expect(try relay.registerStart("one more").reply.get().isNew)
        #expect(try relay.registration("r8") == nil)
        #expect(try problem(relay.registerStart("one too many").reply)?.status == 413)
        #expect(try relay.registerStart("d8", token: "T").reply.get().isNew == false)
        #expect(try relay.registerStart("d", subscriberId: "v").reply.get().isNew)
        try take(Self.start())
        #expect(try starts(in: 2).count == 100)
        #expect(try relay.register("d", sender: "hook").reply.get().isNew, "start tokens take no target's room")
    }
}
