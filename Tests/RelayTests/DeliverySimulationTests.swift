import ActivityResolver
import Push
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Relay

/// Hours of failures in virtual time.
@Suite struct DeliverySimulationTests {
    private typealias Fate = SimulatedService.Fate

    private static func start(_ id: String = "t") -> String {
        "{\"conversionId\":\"\(id)\",\"subscriberId\":\"s-\(id)\",\"type\":\"start\"}"
    }

    private static func update(_ progress: Double, _ more: String = "", of id: String = "t") -> String {
        "{\"conversionId\":\"\(id)\",\"status\":\"generating\",\"progress\":\(progress)\(more)}"
    }

    private static func complete(_ id: String = "t") -> String { "{\"conversionId\":\"\(id)\",\"type\":\"complete\"}" }

    /// An activity t that goes to the default sender alone, and lives.
    private func oneTarget() throws -> SimulatedService {
        let service = SimulatedService(try EngineFixture())
        try service.take(Self.start())
        try service.wait(10)
        return service
    }

    // MARK: One of three

    /// How a third target fares while two are well.
    enum Third: String, CaseIterable, CustomTestStringConvertible {
        case hangs, fails, refused, throttled, gone, drops, hangsAWhile, failsAWhile

        var testDescription: String { rawValue }

        func fate(at elapsed: Double) -> SimulatedService.Fate {
            guard elapsed > 60 else { return .arrives }
            switch self {
            case .hangs: return .hangs
            case .fails: return .fails
            case .refused: return .refused
            case .throttled: return SimulatedService.Fate(.retry(Failure("429", retryAfter: 30)))
            case .gone: return .gone
            case .drops: return .drops
            case .hangsAWhile: return elapsed < 1260 ? .hangs : .arrives
            case .failsAWhile: return elapsed < 1260 ? .fails : .arrives
            }
        }
    }

    /// The story told to two devices, or three; the third shares its service with the first.
    private func tell(_ seed: Int, third: Third?, rules: Rules = Rules()) throws -> SimulatedService {
        let service = SimulatedService(try EngineFixture(rules: rules)) { push, elapsed in
            push.planned.target == "r3" ? third?.fate(at: elapsed) ?? .arrives : .arrives
        }
        let story = EventStory(seed: seed, from: service.relay.now)
        try service.register("one", token: "A", sender: "hook")
        try service.register("two", token: "B", sender: "log")
        if third != nil { try service.register("three", token: "C", sender: "hook") }
        for step in story.steps {
            try service.wait(step.pause)
            try service.take(step.json)
        }
        try service.wait(200)
        return service
    }

    @Test(arguments: 0..<6, Third.allCases)
    func `a target that fails changes nothing for the two others`(_ seed: Int, _ third: Third) throws {
        var policy = Policy()
        // So low that the budget is used up in many stories.
        policy.urgentPerHour = 20
        let alone = try tell(seed, third: nil, rules: Rules(policy: policy))
        let beside = try tell(seed, third: third, rules: Rules(policy: policy))
        for target in ["r1", "r2"] {
            let expected = alone.sent(to: target)
            let isSame = beside.sent(to: target) == expected
            #expect(expected.count > 20)
            #expect(isSame, "\(target) is pushed to otherwise")
        }
    }

    @Test(arguments: 100..<110, [Third.hangsAWhile, .failsAWhile])
    func `a target that is back has the newest state and the last alert`(_ seed: Int, _ third: Third) throws {
        let service = try tell(seed, third: third)
        try service.expectAllTold("t")
        let last = service.arrived(at: "r3").last?.planned
        #expect(last?.contentState.progress == service.arrived(at: "r1").last?.planned.contentState.progress)
        #expect(last?.event == service.arrived(at: "r1").last?.planned.event)
        let alert = service.arrived(at: "r1").last { $0.planned.alert != nil }?.planned.alert
        #expect(service.arrived(at: "r3").last { $0.planned.alert != nil }?.planned.alert == alert)
    }

    // MARK: A service that is away

    /// Twenty activities with a device each at the hook, and one at the log; the hook is away from 300 s to 1500 s.
    private func outage(_ fate: SimulatedService.Fate) throws -> SimulatedService {
        let service = SimulatedService(try EngineFixture()) { push, elapsed in
            push.sender == "hook" && elapsed >= 300 && elapsed < 1500 ? fate : .arrives
        }
        for index in 0..<20 {
            try service.take(Self.start("t\(index)"))
            for (device, sender) in [("phone", "hook"), ("diary", "log")] {
                let request = RegistrationRequest(
                    subscriberId: "s-t\(index)", deviceId: device, kind: .update, conversionId: "t\(index)",
                    sender: sender, token: .new("A"))
                try service.register(request)
            }
        }
        for round in 1...40 {
            try service.wait(45)
            for index in 0..<20 { try service.take(Self.update(Double(round) / 50, of: "t\(index)")) }
        }
        for index in 0..<20 { try service.expectAllTold("t\(index)", within: index == 0 ? 200 : 0) }
        return service
    }

    @Test(arguments: [SimulatedService.Fate.refused, .hangs, .fails])
    func `a service that is away is tried once in ten seconds, and others see nothing of it`(
        _ fate: SimulatedService.Fate
    ) throws {
        let away = try outage(fate)
        let well = try outage(.arrives)
        #expect(away.sent.filter { $0.sender == "log" } == well.sent.filter { $0.sender == "log" })
        let tries = away.sent.filter { $0.sender == "hook" }.map { $0.sentAt - away.zero }
            .filter { $0 >= 340 && $0 < 1500 }
        #expect(tries.count > 15)
        for (one, next) in zip(tries, tries.dropFirst()) { #expect(next - one >= 10 - 1e-3) }
        // It is back: the first try that gets through lets all go.
        let back = away.arrived.filter { $0.sender == "hook" && $0.sentAt > away.zero + 1500 }
        let first = Dictionary(grouping: back, by: \.conversionId).values.compactMap { $0.map(\.sentAt).min() }
        #expect(first.count == 20 && first.allSatisfy { $0 < away.zero + 1500 + 25 })
    }

    @Test func `many that hang do not keep a sound one waiting`() throws {
        let service = SimulatedService(try EngineFixture()) { push, _ in
            push.conversionId.hasPrefix("hung") ? .hangs : .arrives
        }
        let names = (0..<60).map { "hung\($0)" } + ["sound"]
        for name in names {
            try service.register(
                RegistrationRequest(
                    subscriberId: name, kind: .update, conversionId: name, sender: "hook", token: .new("A")))
            try service.take(Self.start(name))
        }
        for round in 1...30 {
            try service.wait(20)
            try service.take(Self.update(Double(round) / 50, of: "sound"))
            try service.wait(6)
            let last = service.arrived.last { $0.conversionId == "sound" }
            #expect(last?.planned.contentState.progress == Double(round) / 50, "round \(round)")
        }
    }

    @Test func `a refused key holds back all that it signs at once, until a try succeeds`() throws {
        var isRefused = true
        let service = SimulatedService(try EngineFixture()) { push, _ in
            guard isRefused, push.sender == "hook" else { return .arrives }
            return Fate(.retry(Failure("403", scope: .key)))
        }
        for id in ["a", "b", "c"] {
            try service.register(
                RegistrationRequest(
                    subscriberId: id, kind: .update, conversionId: id, sender: "hook", token: .new("A")))
        }
        for id in ["a", "b", "c"] {
            try service.take(Self.update(0.1, of: id))
            try service.wait(1)
        }
        #expect(service.sent.map(\.conversionId) == ["a"])
        try service.wait(120)
        let tries = service.sent.map(\.sentAt)
        #expect(tries.count > 3)
        for (one, next) in zip(tries, tries.dropFirst()) { #expect(next - one >= 10 - 1e-3) }
        isRefused = false
        try service.wait(90)
        for id in ["a", "b", "c"] { try service.expectAllTold(id, within: 0) }
    }

    // MARK: Pauses

    @Test(arguments: 0..<10)
    func `pauses double up to a minute, give or take a fifth`(_ seed: Int) throws {
        let generator = Mutex(SeededGenerator(seed: UInt64(seed)))
        let relay = try EngineFixture(random: {
            generator.withLock { Double.random(in: 0..<1, using: &$0) }
        })
        let service = SimulatedService(relay) { _, _ in Fate(.retry(Failure("away")), after: 0.5) }
        try service.take(Self.start())
        try service.wait(600)
        let gaps = zip(service.sent, service.sent.dropFirst()).map { $1.sentAt - $0.sentAt - 0.5 }
        for (gap, middle) in zip(gaps, [1.0, 2, 4, 8, 16, 32, 60, 60, 60, 60]) {
            #expect(gap >= middle * 0.8 - 1e-3 && gap <= middle * 1.2 + 1e-3)
        }
        #expect(gaps.count >= 10 && Set(gaps.map { Int($0 * 1000) }).count > 8)
    }

    @Test(arguments: [(30.0, 30.0...36), (7200, 3600...4320), (0, 1...1.2)])
    func `what the service asks for is kept to, up to an hour`(_ asked: Double, _ pause: ClosedRange<Double>) throws {
        let service = try oneTarget()
        service.script = { _, _ in Fate(.retry(Failure("429", retryAfter: asked))) }
        try service.take(Self.update(0.3))
        let count = service.sent.count
        service.script = { _, _ in .arrives }
        try service.wait(60)
        // Its silence would end it.
        for _ in 0..<80 {
            try service.take(Self.update(0.3))
            try service.wait(60)
        }
        let next = try #require(service.sent.dropFirst(count).first)
        #expect(pause.contains(next.sentAt - service.sent[count - 1].sentAt - 0.05))
        try service.expectAllTold("t")
    }

    // MARK: Drops

    @Test func `a push that is dropped is not repeated, and the next one goes`() throws {
        let service = try oneTarget()
        service.script = { _, _ in .drops }
        try service.take(Self.update(0.3))
        try service.wait(60)
        #expect(service.sent.count == 2)
        service.script = { _, _ in .arrives }
        try service.take(Self.update(0.5))
        try service.expectAllTold("t")
        #expect(service.sent.count == 3)
    }

    @Test func `what changed while a push was under way that was dropped after failures still goes`() throws {
        let service = try oneTarget()
        service.script = { _, _ in .refused }
        try service.take(Self.update(0.3))
        try service.wait(0.5)
        service.script = { _, _ in Fate(.dropped("413"), after: 3) }
        try service.wait(1)
        #expect(service.sent.count == 3)
        service.script = { _, _ in .arrives }
        try service.take(Self.update(0.5, ",\"trackTitle\":\"Rain\""))
        try service.expectAllTold("t")
        #expect(service.arrived.last?.planned.contentState.trackTitle == "Rain")
    }

    @Test(arguments: [("\"progress\":0.35", 5), ("\"progress\":0.35,\"trackTitle\":\"Rain\"", 10), ("", nil)])
    func `what a target missed while a retry was under way follows, no more urgent than it is`(
        _ members: String, _ priority: Int?
    ) throws {
        let service = try oneTarget()
        service.script = { _, _ in .refused }
        try service.take(Self.update(0.3))
        try service.wait(0.5)
        service.script = { _, _ in Fate(.ok, after: 3) }
        try service.wait(1)
        let count = service.sent.count
        if !members.isEmpty { try service.take("{\"conversionId\":\"t\",\(members)}") }
        try service.expectAllTold("t")
        #expect(service.sent.dropFirst(count).map(\.planned.priority) == (priority.map { [$0] } ?? []))
    }

    // MARK: Ends and alerts

    @Test(arguments: [SimulatedService.Fate.refused, .hangs, .fails])
    func `an end arrives in the end, as an end, with its date and alert`(_ fate: SimulatedService.Fate) throws {
        let service = try oneTarget()
        service.script = { _, elapsed in elapsed < 7200 ? fate : .arrives }
        try service.take(Self.update(0.3, ",\"alert\":{\"title\":\"Soon\"}"))
        try service.wait(100)
        try service.take(Self.complete())
        let ended = service.relay.now
        try service.wait(7200)
        let last = try #require(service.arrived.last).planned
        #expect(last.event == .end && last.dismissalDate == ended + 300)
        #expect(last.alert == Alert(title: "Soon"))
        #expect(last.contentState.progress == 1)
        try service.expectAllTold("t", within: 0)
        let count = service.sent.count
        try service.wait(3600)
        #expect(service.sent.count == count)
    }

    @Test func `an end that cannot be delivered is given up with its tombstone`() throws {
        let service = try oneTarget()
        service.script = { _, _ in .refused }
        try service.take(Self.complete())
        try service.wait(service.relay.rules.policy.retention + 10)
        #expect(try service.relay.row("t") == nil)
        let count = service.sent.count
        try service.wait(3600)
        #expect(service.sent.count == count)
    }

    @Test func `an alert goes with every try until it arrives, once`() throws {
        let service = try oneTarget()
        service.script = { _, elapsed in elapsed < 300 ? .hangs : .arrives }
        try service.take(Self.update(0.3, ",\"alert\":{\"title\":\"One\"}"))
        try service.wait(60)
        try service.take(Self.update(0.4, ",\"alert\":{\"title\":\"Two\"}"))
        try service.wait(60)
        try service.take(Self.update(0.5))
        try service.wait(400)
        try service.take(Self.update(0.6))
        try service.expectAllTold("t")
        #expect(service.arrived.compactMap(\.planned.alert) == [Alert(title: "Two")])
        let tries = service.sent.dropFirst().filter { $0.sentAt < service.zero + 300 }
        #expect(tries.allSatisfy { $0.planned.alert != nil })
    }

    @Test func `an activity that is superseded while its target is away is ended there`() throws {
        let service = SimulatedService(try EngineFixture())
        try service.take("{\"conversionId\":\"one\",\"subscriberId\":\"u\",\"type\":\"start\"}")
        try service.wait(10)
        service.script = { _, elapsed in elapsed < 600 ? .refused : .arrives }
        try service.take("{\"conversionId\":\"two\",\"subscriberId\":\"u\",\"type\":\"start\"}")
        try service.wait(700)
        let last = service.arrived.last { $0.conversionId == "one" }?.planned
        #expect(last?.event == .end)
        let first = service.arrived.first { $0.conversionId == "two" }?.planned
        #expect(first?.event == .start)
    }

    // MARK: Restarts of the relay and the clock

    @Test func `what was under way when the relay ended is sent again, with the newest state`() throws {
        let service = try oneTarget()
        service.script = { _, _ in .hangs }
        try service.take(Self.update(0.3, ",\"alert\":{\"title\":\"Soon\"}"))
        try service.wait(2)
        try service.take(Self.update(0.5))
        let before = try #require(service.sent.last)
        service.script = { _, _ in .arrives }
        try service.restart()
        try service.expectAllTold("t", within: 1)
        let last = try #require(service.arrived.last)
        #expect(last.number > before.number && last.sentAt > before.sentAt)
        #expect(last.planned.contentState.progress == 0.5)
        #expect(last.planned.alert == Alert(title: "Soon"))
    }

    @Test(arguments: 200..<210)
    func `however often the relay ends, all is told in the end`(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let service = SimulatedService(try EngineFixture())
        service.script = { push, elapsed in
            switch (elapsed < 3600, push.number % 5) {
            case (true, 0): .hangs
            case (true, 1): .fails
            default: Fate(.ok, after: 0.5)
            }
        }
        for (device, sender) in [("one", "hook"), ("two", "log")] { try service.register(device, sender: sender) }
        for step in EventStory(seed: seed, from: service.relay.now).steps {
            try service.wait(step.pause)
            if generator.next() % 6 == 0 { try service.restart() }
            try service.take(step.json)
            if generator.next() % 6 == 0 { try service.restart() }
        }
        try service.wait(max(0, 3600 - service.elapsed))
        try service.expectAllTold("t")
    }

    /// What a device may do: a token of its own each time, none, or its registration is deleted.
    private func change(
        _ device: String, _ choice: UInt64, _ token: Int, _ service: SimulatedService
    ) throws {
        var request = RegistrationRequest(
            subscriberId: "u", deviceId: device, kind: .update, conversionId: "t", sender: "hook")
        switch choice % 6 {
        case 0: request.token = .optOut
        case 1:
            let known = try service.relay.store.read { try $0.registrations(conversionId: "t") }
            if let id = known.first(where: { $0.deviceId == device })?.id { try service.relay.unregister(id) }
            return
        default: request.token = .new("token-\(token)")
        }
        try service.register(request)
    }

    @Test(arguments: 300..<310)
    func `whatever devices do, whoever is registered in the end is told`(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let service = SimulatedService(try EngineFixture()) { push, elapsed in
            switch (elapsed < 3600, (push.number + seed) % 9) {
            case (true, 0): .hangs
            case (true, 1), (true, 2): .fails
            case (true, 3): .gone
            default: .arrives
            }
        }
        let story = EventStory(seed: seed, from: service.relay.now)
        for (index, step) in story.steps.enumerated() {
            try service.wait(step.pause)
            try service.take(step.json)
            if generator.next() % 4 == 0 {
                try change("d\(generator.next() % 4)", generator.next(), index, service)
            }
            if generator.next() % 10 == 0 { try service.restart() }
        }
        try service.wait(max(0, 3600 - service.elapsed))
        try service.expectAllTold("t")
        let state = try #require(try service.relay.state("t"))
        let live = try service.relay.registrations("t").filter { try service.relay.registration($0)?.token != nil }
        let targets = state.outlets.filter { $0.registration != nil }.count
        #expect(targets == live.count)
        for (delivery, outlet) in zip(state.deliveries, state.outlets) where outlet.registration != nil {
            let token = try service.relay.registration(delivery.target)?.token
            #expect(token == outlet.registration?.place.token)
        }
    }

    @Test func `a clock set back by an hour freezes no retry`() throws {
        let service = try oneTarget()
        service.script = { _, _ in .refused }
        try service.take(Self.update(0.3))
        try service.wait(300)
        service.script = { _, _ in .arrives }
        try service.setClock(by: -3600)
        try service.wait(73)
        try service.expectAllTold("t", within: 0)
        #expect(service.arrived.last?.planned.contentState.progress == 0.3)
    }

    @Test func `a clock set back by an hour freezes no waiting push`() throws {
        let service = try oneTarget()
        try service.take(Self.update(0.3))
        try service.take(Self.update(0.5, ",\"trackTitle\":\"Rain\""))
        #expect(service.sent.count == 2)
        try service.setClock(by: -3600)
        try service.wait(1.1)
        #expect(service.sent.last?.planned.contentState.trackTitle == "Rain")
    }

    @Test func `a clock set back by an hour freezes no service that was away`() throws {
        var isAway = true
        let service = SimulatedService(try EngineFixture()) { _, _ in isAway ? .refused : .arrives }
        for index in 0..<8 { try service.take(Self.start("t\(index)")) }
        try service.wait(200)
        try service.setClock(by: -3600)
        isAway = false
        try service.wait(160)
        for index in 0..<8 { try service.expectAllTold("t\(index)", within: 0) }
    }
}
