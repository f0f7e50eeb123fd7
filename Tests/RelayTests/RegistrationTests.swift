import ActivityResolver
import Push
import Storage
import Testing

@testable import Relay

/// The contract's paragraph on registrations, rule by rule.
@Suite struct RegistrationTests {
    private let relay: EngineFixture

    init() throws {
        relay = try EngineFixture()
    }

    private func start(_ id: String = "t", _ more: String = ",\"subscriberId\":\"u\"") -> String {
        "{\"conversionId\":\"\(id)\",\"type\":\"start\"\(more)}"
    }

    private func update(_ progress: Double, _ more: String = "") -> String {
        "{\"conversionId\":\"t\",\"status\":\"generating\",\"progress\":\(progress)\(more)}"
    }

    private let complete = "{\"conversionId\":\"t\",\"type\":\"complete\"}"
    private let alert = ",\"alert\":{\"title\":\"Soon\"}"

    private func arrive(_ pushes: [Push]) throws {
        let next = try relay.learn(.ok, of: pushes)
        #expect(next.isEmpty)
    }

    private func problem(_ reply: Result<EngineFixture.Registered, Problem>) -> Problem? {
        if case .failure(let problem) = reply { problem } else { nil }
    }

    /// The activity lives, its device d has its state, and a second has passed.
    private func live() throws {
        try arrive(try relay.take(start()).pushes)
        try arrive(try relay.register("d").pushes)
        relay.now += 10
    }

    // MARK: Keys and names

    @Test func `a new key is new, the same again is not, and its name stays over rotations`() throws {
        let first = try relay.register("d", token: .new("A")).reply.get()
        #expect(first.isNew)
        for token in ["A", "B", "C"] {
            let again = try relay.register("d", token: .new(token)).reply.get()
            #expect(!again.isNew && again.registration.id == first.registration.id)
            #expect(try relay.registration(first.registration.id)?.token == token)
        }
        #expect(try relay.registrations("t") == [first.registration.id])
    }

    @Test func `subscriber, device, kind, activity and sender make the key, and nothing else`() throws {
        let request = RegistrationRequest(
            subscriberId: "u", deviceId: "d", kind: .update, conversionId: "t", sender: "hook", token: .new("A"))
        var others = [RegistrationRequest](repeating: request, count: 6)
        others[1].subscriberId = "v"
        others[2].deviceId = ""
        others[3].conversionId = "s"
        others[4].sender = "log"
        others[5].kind = .start
        others[5].conversionId = nil
        others[5].attributesType = "Track"
        let names = try others.map { try relay.register($0).reply.get().registration.id }
        #expect(Set(names).count == others.count)
        var same = request
        same.environment = .sandbox
        same.attributesType = "Track"
        same.token = .new("B")
        #expect(try relay.register(same).reply.get().isNew == false)
    }

    @Test func `without a token a known key stays as it is, and an unknown one is refused at its token`() throws {
        try live()
        let before = try relay.registration("r1")
        relay.now += 5
        let (reply, pushes) = try relay.register("d", token: .absent)
        #expect(try reply.get().isNew == false && pushes.isEmpty)
        #expect(try relay.registration("r1") == before)
        let refused = try problem(relay.register("e", token: .absent).reply)
        #expect(refused?.status == 400 && refused?.pointer == "/token")
        #expect(try relay.registrations("t") == ["r1"])
    }

    @Test func `a refused registration of an unknown key does not take the activity from the default sender`() throws {
        try arrive(try relay.take(start()).pushes)
        _ = try relay.register("d", token: .absent)
        relay.now += 5
        #expect(try relay.take(update(0.2)).pushes.map(\.planned.target) == ["log"])
    }

    // MARK: Taking effect

    @Test func `the current state goes to it at once, without waiting for the second after a push`() throws {
        try arrive(try relay.take(start()).pushes)
        relay.now += 0.2
        _ = try relay.take(update(0.3, ",\"trackTitle\":\"Rain\""))
        let pushes = try relay.register("d").pushes
        #expect(pushes.map(\.planned.reason) == [.registered])
        #expect(pushes.map(\.planned.event) == [.start])
        #expect(pushes.map(\.planned.priority) == [10])
        #expect(pushes.map(\.planned.target) == ["r1"])
        #expect(pushes.map(\.place) == [Place(token: "A")])
        #expect(pushes.map(\.number) == [1])
        #expect(pushes.first?.planned.contentState.progress == 0.3)
        #expect(pushes.first?.planned.contentState.trackTitle == "Rain")
    }

    @Test func `what is sent for a registration counts for no interval and no budget`() throws {
        var policy = Policy()
        policy.urgentPerHour = 2
        let relay = try EngineFixture(rules: Rules(policy: policy))
        _ = try relay.learn(.ok, of: relay.take(start()).pushes)
        relay.now += 10
        for device in 0..<5 { _ = try relay.learn(.ok, of: relay.register("d\(device)").pushes) }
        let cadence = try #require(try relay.state("t")).activity.cadence
        #expect(cadence.urgentAt == [relay.now - 10] && cadence.lastPushAt == relay.now - 10)
        relay.now += 0.1
        let pushes = try relay.take(update(0.3)).pushes
        #expect(pushes.count == 5 && pushes.allSatisfy { $0.planned.priority == 10 })
    }

    @Test func `an alert that waits rings at who registers meanwhile, too`() throws {
        try arrive(try relay.take(start()).pushes)
        relay.now += 0.2
        #expect(try relay.take(update(0.3, alert)).pushes.isEmpty)
        try arrive(try relay.register("d").pushes)
        let rung = try relay.wait(1)
        #expect(rung.map(\.planned.target) == ["r1"])
        #expect(rung.first?.planned.alert == Alert(title: "Soon"))
    }

    @Test func `from the first registration on nothing goes to the default sender`() throws {
        try live()
        let pushes = try relay.take(update(0.2)).pushes
        #expect(pushes.map(\.planned.target) == ["r1"])
        try arrive(pushes)
        try relay.restart()
        relay.now += 10
        #expect(try relay.take(complete).pushes.map(\.planned.target) == ["r1"])
    }

    @Test func `all devices of a subscriber get what one gets, each by itself`() throws {
        try live()
        try arrive(try relay.register("e", token: .new("B")).pushes)
        try arrive(try relay.register("f", token: .new("C"), sender: "log").pushes)
        let pushes = try relay.take(update(0.4, alert)).pushes
        #expect(pushes.map(\.place?.token) == ["A", "B", "C"])
        #expect(pushes.map(\.sender) == ["hook", "hook", "log"])
        #expect(pushes.allSatisfy { $0.planned.alert != nil && $0.planned.contentState.progress == 0.4 })
    }

    @Test func `a card's own token is shown by a card that is live already`() throws {
        try arrive(try relay.take(start()).pushes)
        relay.now += 3
        #expect(try relay.register("d", sender: "cards").pushes.map(\.planned.event) == [.update])
    }

    // MARK: Rotation and opting out

    @Test
    func `a new token is shown the state of then as soon as the push to the old one is through, however that ends`()
        throws
    {
        for outcome in [Outcome.ok, .dead("410"), .retry(Failure("away")), .dropped("400")] {
            let relay = try EngineFixture()
            _ = try relay.learn(.ok, of: relay.take(start()).pushes)
            _ = try relay.learn(.ok, of: relay.register("d").pushes)
            relay.now += 10
            let old = try relay.take(update(0.4, alert)).pushes
            #expect(old.map(\.place?.token) == ["A"])
            #expect(try relay.register("d", token: .new("B")).pushes.isEmpty)
            relay.now += 1
            #expect(try relay.take(update(0.5)).pushes.isEmpty)
            let new = try relay.learn(outcome, of: old)
            #expect(new.map(\.place?.token) == ["B"])
            #expect(new.map(\.planned.contentState.progress) == [0.5])
            #expect(new.first?.planned.alert == (outcome == .ok ? nil : Alert(title: "Soon")))
            #expect(try relay.registration("r1")?.token == "B")
            #expect(try relay.learn(.ok, of: new).isEmpty)
            relay.now += 10
            #expect(try relay.take(update(0.6)).pushes.map(\.place?.token) == ["B"])
        }
    }

    @Test func `a new token is tried at once though the old one was left alone after failures`() throws {
        try live()
        var pushes = try relay.take(update(0.4)).pushes
        for _ in 0..<5 {
            _ = try relay.learn(.retry(Failure("away")), of: pushes)
            pushes = try relay.wait(100)
        }
        _ = try relay.learn(.retry(Failure("away")), of: pushes)
        #expect(try relay.register("d", token: .new("B")).pushes.map(\.place?.token) == ["B"])
    }

    @Test func `a deleted registration does not come back where no history is kept`() throws {
        let relay = try EngineFixture(recordsAtHand: 0, recordsHistory: false)
        _ = try relay.learn(.ok, of: try relay.take(start()).pushes)
        let id = try relay.register("d").reply.get().registration.id
        #expect(try relay.unregister(id))
        relay.now += 10
        #expect(try relay.take(update(0.5)).pushes.isEmpty)
    }

    @Test func `the same token in another world is another place`() throws {
        try live()
        var request = RegistrationRequest(
            subscriberId: "u", deviceId: "d", kind: .update, conversionId: "t", sender: "hook", token: .new("A"))
        request.environment = .sandbox
        #expect(
            try relay.register(request).pushes.map(\.place) == [Place(token: "A", environment: .sandbox)])
    }

    @Test func `the same token again sends nothing, and renews the instant that a 410 is held against`() throws {
        try live()
        let pushes = try relay.take(update(0.4)).pushes
        let deadSince = relay.now
        relay.now += 1
        #expect(try relay.register("d").pushes.isEmpty)
        #expect(try relay.registration("r1")?.registeredAt == relay.now)
        _ = try relay.learn(.dead("Unregistered", since: deadSince), of: pushes)
        #expect(try relay.registration("r1")?.token == "A")
        let again = try relay.wait(1.01)
        #expect(again.map(\.place?.token) == ["A"])
        #expect(try relay.learn(.dead("Unregistered", since: relay.now), of: again).isEmpty)
        #expect(try relay.registration("r1")?.token == nil)
        #expect(try relay.registration("r1")?.end == "Unregistered")
    }

    @Test func `null opts out: nothing more goes there, nor to the default sender`() throws {
        try live()
        let (reply, pushes) = try relay.register("d", token: .optOut)
        #expect(try reply.get().isNew == false && pushes.isEmpty)
        #expect(try relay.registration("r1")?.token == nil)
        #expect(try relay.take(update(0.5)).pushes.isEmpty)
        #expect(try relay.state("t")?.retired.map(\.reason) == [Registration.optedOut])
    }

    @Test func `who opts out with a push under way is not tried again`() throws {
        try live()
        let pushes = try relay.take(update(0.5)).pushes
        try relay.register("d", token: .optOut)
        #expect(try relay.learn(.retry(Failure("away")), of: pushes).isEmpty)
        #expect(try relay.wait(300).isEmpty)
    }

    @Test func `who opts out, even twice, and in again goes on with the next number`() throws {
        try live()
        try arrive(try relay.take(update(0.5)).pushes)
        try relay.register("d", token: .optOut)
        try relay.register("d", token: .optOut)
        let pushes = try relay.register("d").pushes
        #expect(pushes.map(\.number) == [3])
        #expect(pushes.map(\.planned.target) == ["r1"])
        #expect(pushes.first?.planned.contentState.progress == 0.5)
    }

    // MARK: Unknown activities

    @Test func `a registration waits for its activity, and gets its start`() throws {
        #expect(try relay.register("d").pushes.isEmpty)
        #expect(try relay.registration("r1")?.expires == relay.now + relay.rules.policy.retention)
        relay.now += 3600
        try relay.restart()
        let pushes = try relay.take(start()).pushes
        #expect(pushes.map(\.planned.target) == ["r1"])
        #expect(pushes.map(\.planned.reason) == [.start])
        #expect(try relay.registration("r1")?.expires == nil)
    }

    @Test func `it waits as long as an ended activity is remembered, and then is gone`() throws {
        try relay.register("d")
        relay.now += relay.rules.policy.retention - 1
        _ = try relay.engine.prune(at: relay.now)
        #expect(try relay.registrations("t") == ["r1"])
        relay.now += 1
        #expect(try relay.take(start()).pushes.map(\.planned.target) == ["log"])
        _ = try relay.engine.prune(at: relay.now)
        #expect(try relay.registrations("t") == [])
    }

    @Test func `each repeat lets it wait anew`() throws {
        try relay.register("d")
        relay.now += relay.rules.policy.retention / 2
        try relay.register("d")
        relay.now += relay.rules.policy.retention * 0.75
        #expect(try relay.take(start()).pushes.map(\.planned.target) == ["r1"])
    }

    @Test func `an event that names nobody belongs to who registered before`() throws {
        try relay.register("d")
        _ = try relay.take(start("t", ""))
        #expect(try relay.row("t")?.subscriberId == "u")
        let refused = try relay.take("{\"conversionId\":\"t\",\"subscriberId\":\"v\"}").answer
        #expect(throws: Problem.self) { try refused?.get() }
    }

    @Test func `what somebody else registered before does not lead the activity to them`() throws {
        try relay.register("d", subscriberId: "v")
        #expect(try relay.take(start()).pushes.map(\.planned.target) == ["log"])
        try arrive(try relay.register("e", subscriberId: "u").pushes)
        relay.now += 2
        #expect(try relay.take(update(0.3)).pushes.map(\.planned.target) == ["r2"])
    }

    // MARK: Subscribers

    @Test func `a registration for another subscriber's activity is refused, and nothing changes`() throws {
        try arrive(try relay.take(start()).pushes)
        let refused = try problem(relay.register("d", subscriberId: "v").reply)
        #expect(refused?.status == 409 && refused?.pointer == "/subscriberId")
        #expect(try relay.registrations("t") == [])
        relay.now += 2
        #expect(try relay.take(update(0.3)).pushes.map(\.planned.target) == ["log"])
    }

    @Test func `it teaches an activity whose it is, and older ones make way`() throws {
        try arrive(try relay.take(start("old")).pushes)
        relay.now += 2
        try arrive(try relay.take(start("t", "")).pushes)
        relay.now += 2
        let pushes = try relay.register("d").pushes
        #expect(pushes.map(\.conversionId) == ["old", "t"])
        #expect(pushes.map(\.planned.reason) == [.superseded, .registered])
        #expect(pushes.map(\.subscriberId) == ["u", "u"])
        try relay.restart()
        #expect(try relay.row("t")?.subscriberId == "u")
        #expect(try relay.row("old")?.phase == "superseded")
    }

    @Test func `an activity that is taught to be older than another is superseded`() throws {
        try arrive(try relay.take(start("t", "")).pushes)
        relay.now += 2
        try arrive(try relay.take(start("new")).pushes)
        relay.now += 2
        let pushes = try relay.register("d").pushes
        #expect(try relay.row("t")?.phase == "superseded")
        #expect(try relay.row("new")?.phase == "active")
        #expect(pushes.map(\.conversionId) == ["t", "t"])
        #expect(pushes.map(\.planned.target) == ["log", "r1"])
        #expect(pushes.allSatisfy { $0.planned.event == .end && $0.planned.reason == .superseded })
    }

    @Test func `who opts out teaches too, and that is stored`() throws {
        try arrive(try relay.take(start("t", "")).pushes)
        relay.now += 2
        try relay.register("d", token: .optOut)
        try relay.restart()
        #expect(try relay.row("t")?.subscriberId == "u")
        relay.now += 2
        #expect(try relay.take(update(0.4)).pushes.isEmpty)
    }

    // MARK: Ends

    @Test func `a late device gets the end of an ended activity, once`() throws {
        try live()
        try arrive(try relay.take(complete).pushes)
        let ended = relay.now
        relay.now += 60
        let pushes = try relay.register("e", token: .new("B")).pushes
        #expect(pushes.map(\.planned.event) == [.end])
        #expect(pushes.map(\.planned.target) == ["r2"])
        #expect(pushes.first?.planned.contentState.progress == 1)
        #expect(pushes.first?.planned.dismissalDate == ended + 300)
        try arrive(pushes)
        #expect(try relay.register("e", token: .new("B")).pushes.isEmpty)
        #expect(try relay.register("e", token: .new("C")).pushes.isEmpty)
        #expect(try relay.register("d", token: .new("D")).pushes.isEmpty)
    }

    @Test func `an end that is owed to the default sender is not lost to a late registration`() throws {
        try arrive(try relay.take(start()).pushes)
        relay.now += 10
        _ = try relay.learn(.retry(Failure("away")), of: relay.take(complete).pushes)
        try arrive(try relay.register("d").pushes)
        let end = try relay.wait(2)
        #expect(end.map(\.planned.target) == ["log"])
        #expect(end.map(\.planned.event) == [.end])
        try arrive(end)
        relay.now += 10
        let restart = try relay.take("{\"conversionId\":\"t\",\"attempt\":2}").pushes
        #expect(restart.map(\.planned.target) == ["r1"])
    }

    @Test func `whose end was under way or failed when its token changed gets it at the new one`() throws {
        for outcome in [nil, Outcome.retry(Failure("away")), .dead("410"), .dropped("400")] {
            let relay = try EngineFixture()
            _ = try relay.learn(.ok, of: relay.take(start()).pushes)
            _ = try relay.learn(.ok, of: relay.register("d").pushes)
            relay.now += 10
            let end = try relay.take(complete).pushes
            if let outcome { #expect(try relay.learn(outcome, of: end).isEmpty) }
            var pushes = try relay.register("d", token: .new("B")).pushes
            if outcome == nil { pushes = try relay.learn(.retry(Failure("away")), of: end) }
            #expect(pushes.map(\.planned.event) == [.end])
            #expect(pushes.map(\.place?.token) == ["B"])
        }
    }

    @Test func `an end that a retired device knows tells nothing of the next run's end`() throws {
        try live()
        try arrive(try relay.take(complete).pushes)
        try relay.register("d", token: .optOut)
        relay.now += 60
        #expect(try relay.take("{\"conversionId\":\"t\",\"attempt\":2}").pushes.isEmpty)
        relay.now += 60
        _ = try relay.take(complete)
        #expect(try relay.register("d", token: .new("B")).pushes.map(\.planned.event) == [.end])
    }

    @Test func `a deleted activity tells a late device its end and nothing of what it was`() throws {
        try live()
        _ = try relay.take(update(0.5, ",\"trackTitle\":\"Rain\""))
        _ = try relay.delete("t")
        #expect(try relay.registrations("t") == [])
        relay.now += 1
        // The end waits for the push that is under way.
        let sending = try #require(try relay.state("t"))
        #expect(sending.outlets.contains { $0.owed?.event == .end })
    }

    @Test func `a device that registers for a deleted activity gets a bare end`() throws {
        try live()
        try arrive(try relay.take(update(0.5, ",\"trackTitle\":\"Rain\"")).pushes)
        try arrive(try relay.delete("t"))
        let pushes = try relay.register("e", token: .new("B")).pushes
        #expect(pushes.map(\.planned.event) == [.end])
        #expect(pushes.first?.planned.contentState.trackTitle == nil)
        try arrive(pushes)
        #expect(try relay.take(update(0.6)).answer?.get().reason == .deleted)
    }

    // MARK: Deaths and restarts

    @Test func `a dead token mutes its device, and the others go on`() throws {
        try live()
        try arrive(try relay.register("e", token: .new("B")).pushes)
        let pushes = try relay.take(update(0.4)).pushes
        _ = try relay.learn(.dead("410"), of: pushes.filter { $0.planned.target == "r1" })
        _ = try relay.learn(.ok, of: pushes.filter { $0.planned.target != "r1" })
        relay.now += 10
        #expect(try relay.take(update(0.6)).pushes.map(\.planned.target) == ["r2"])
        #expect(try relay.registration("r1")?.token == nil)
    }

    @Test func `an activity whose registrations are all dead goes nowhere, and a new token brings it back`() throws {
        try live()
        _ = try relay.learn(.dead("410"), of: relay.take(update(0.4, alert)).pushes)
        relay.now += 10
        #expect(try relay.take(update(0.6)).pushes.isEmpty)
        #expect(try relay.wait(30).isEmpty)
        try relay.restart()
        let pushes = try relay.register("d", token: .new("B")).pushes
        #expect(pushes.map(\.place?.token) == ["B"])
        #expect(pushes.map(\.number) == [3])
        #expect(pushes.first?.planned.contentState.progress == 0.6)
        #expect(pushes.first?.planned.alert == Alert(title: "Soon"), "its alert was not delivered")
        try arrive(pushes)
        #expect(try relay.state("t")?.retired == [])
    }

    @Test func `a restart goes to the living targets, and the dead stay dead`() throws {
        try live()
        try arrive(try relay.register("e", token: .new("B")).pushes)
        let pushes = try relay.take(update(0.4)).pushes
        _ = try relay.learn(.dead("410"), of: pushes.filter { $0.planned.target == "r1" })
        _ = try relay.learn(.ok, of: pushes.filter { $0.planned.target == "r2" })
        relay.now += 10
        let restart = try relay.take("{\"conversionId\":\"t\",\"attempt\":2}").pushes
        #expect(restart.map(\.planned.target) == ["r2"])
        #expect(restart.map(\.planned.event) == [.update])
        try arrive(restart)
        relay.now += 10
        try arrive(try relay.take(complete).pushes)
        relay.now += 10
        let third = try relay.take("{\"conversionId\":\"t\",\"attempt\":3}").pushes
        #expect(third.map(\.planned.event) == [.start])
        #expect(third.map(\.planned.target) == ["r2"])
    }

    @Test func `an activity whose only device is dead goes nowhere after a restart either`() throws {
        try live()
        _ = try relay.learn(.dead("410"), of: relay.take(update(0.4)).pushes)
        relay.now += 10
        #expect(try relay.take("{\"conversionId\":\"t\",\"attempt\":2}").pushes.isEmpty)
    }

    @Test func `a default sender that was given up is tried again in the next run`() throws {
        _ = try relay.learn(.dead("410"), of: relay.take(start()).pushes)
        relay.now += 10
        #expect(try relay.take(update(0.4)).pushes.isEmpty)
        let pushes = try relay.take("{\"conversionId\":\"t\",\"attempt\":2}").pushes
        #expect(pushes.map(\.planned.target) == ["log"])
        #expect(pushes.map(\.number) == [2])
    }

    // MARK: Removal

    @Test func `a registration that is deleted gets nothing more, and its key is new again`() throws {
        try live()
        let pushes = try relay.take(update(0.4)).pushes
        #expect(try relay.unregister("r1"))
        #expect(try !relay.unregister("r1"))
        #expect(try relay.learn(.retry(Failure("away")), of: pushes).isEmpty)
        #expect(try relay.wait(100).isEmpty)
        #expect(try relay.take(update(0.6)).pushes.isEmpty)
        let again = try relay.register("d")
        #expect(try again.reply.get().isNew)
        #expect(again.pushes.map(\.planned.reason) == [.registered])
    }

    @Test func `a waiting registration can be deleted`() throws {
        try relay.register("d")
        #expect(try relay.unregister("r1"))
        #expect(try relay.take(start()).pushes.map(\.planned.target) == ["log"])
    }

    @Test func `registrations go with their activity when it is forgotten`() throws {
        try live()
        try arrive(try relay.take(complete).pushes)
        try relay.register("s", conversionId: "other")
        _ = try relay.wait(relay.rules.policy.retention + 1)
        #expect(try relay.row("t") == nil)
        #expect(try relay.registrations("t") == [])
        #expect(try relay.registrations("other") == ["r2"])
    }

    @Test func `registrations outlive the relay`() throws {
        try live()
        try relay.restart()
        #expect(try relay.register("d").pushes.isEmpty)
        #expect(try relay.take(update(0.4)).pushes.map(\.place?.token) == ["A"])
        try relay.restart()
        let owed = try relay.wait(0)
        #expect(owed.map(\.place?.token) == ["A"])
        #expect(owed.map(\.number) == [3])
        try arrive(owed)
        try relay.restart()
        #expect(try relay.register("d", token: .new("B")).reply.get().registration.id == "r1")
    }

    // MARK: Limits

    @Test func `an activity has a hundred targets at most, dead ones too; known keys still change`() throws {
        try arrive(try relay.take(start()).pushes)
        for device in 0..<100 {
            #expect(try relay.register("d\(device)", token: device == 7 ? .optOut : .new("A")).reply.get().isNew)
        }
        let refused = try problem(relay.register("one too many").reply)
        #expect(refused?.status == 413)
        #expect(try relay.registrations("t").count == 100)
        #expect(try relay.register("d7", token: .new("B")).pushes.count == 1)
        #expect(try relay.register("d8", token: .optOut).reply.get().isNew == false)
    }

    @Test func `no more than a hundred of a subscriber's devices wait for an activity`() throws {
        for device in 0..<100 { try relay.register("d\(device)") }
        #expect(try problem(relay.register("one too many").reply)?.status == 413)
        #expect(try relay.register("d7").reply.get().isNew == false)
        #expect(try relay.register("d", subscriberId: "v").reply.get().isNew)
        #expect(try relay.take(start()).pushes.count == 100)
    }

    // MARK: What a person looks at

    @Test func `the ring goes on though nothing but a registration has shown it`() throws {
        let relay = try EngineFixture(defaultTarget: nil)
        let eta = relay.now + 100
        #expect(try relay.take(start("t", ",\"estimatedCompletionDate\":\(eta)")).pushes.isEmpty)
        relay.now += 20
        let first = try relay.register("d").pushes
        #expect(first.map(\.planned.contentState.progress) == [0.2])
        #expect(try relay.learn(.ok, of: first).isEmpty)
        let nudges = try relay.wait(5.5)
        #expect(nudges.map(\.planned.reason) == [.nudge])
        #expect(nudges.map(\.planned.contentState.progress) == [0.25])
    }

    @Test func `an alert of the run before is not told in the next one`() throws {
        try live()
        let lost = try relay.take(update(0.1, alert)).pushes
        _ = try relay.learn(.retry(Failure("away")), of: lost)
        _ = try relay.take("{\"conversionId\":\"t\",\"attempt\":2,\"progress\":0.05}")
        let next = try relay.wait(5)
        #expect(next.map(\.planned.contentState.progress) == [0.05])
        #expect(next.map(\.planned.alert) == [nil])
    }

    @Test func `a death from before the registration is doubted once, and the token kept`() throws {
        try live()
        let first = try relay.take(update(0.4)).pushes
        #expect(try relay.learn(.dead("Unregistered", since: relay.now - 1000), of: first).isEmpty)
        let again = try relay.wait(2)
        #expect(again.count == 1)
        #expect(try relay.learn(.dead("Unregistered", since: relay.now - 1000), of: again).isEmpty)
        #expect(try relay.wait(120).filter { $0.planned.reason == .retry }.isEmpty)
        #expect(try relay.registration("r1")?.token == "A")
        #expect(try relay.take(update(0.6)).pushes.count == 1)
    }

    @Test func `a repeat that does not name the type keeps it`() throws {
        var request = RegistrationRequest(
            subscriberId: "u", deviceId: "d", kind: .update, conversionId: "t", sender: "hook", token: .new("A"))
        request.attributesType = "Generation"
        #expect(try relay.register(request).reply.get().registration.attributesType == "Generation")
        request.attributesType = nil
        #expect(try relay.register(request).reply.get().registration.attributesType == "Generation")
    }

    @Test func `a registration that waited for another subscriber's activity is none`() throws {
        try relay.register("evil", subscriberId: "w")
        #expect(try relay.take(start()).pushes.map(\.planned.target) == ["log"])
        #expect(try relay.registration("r1") == nil)
        #expect(try !relay.unregister("r1"))
        relay.now += 10
        #expect(try relay.take(update(0.4)).answer?.get().pushes.map(\.target) == ["log"])
    }
}
