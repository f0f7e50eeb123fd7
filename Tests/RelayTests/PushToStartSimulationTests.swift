import ActivityResolver
import Push
import Storage
import TestSupport
import Testing

@testable import Relay

/// Hours of failures in virtual time, of devices with start tokens. The services themselves watch that no start token
/// gets two starts for a run unless the first failed for certain, and that timestamps rise.
@Suite struct PushToStartSimulationTests {
    private typealias Fate = SimulatedService.Fate

    /// What may become of a push in the first hour; a start may go unanswered besides.
    private static func fate(_ push: Push, _ elapsed: Double, _ random: UInt64) -> SimulatedService.Fate {
        guard elapsed < 3600 else { return .arrives }
        switch random % 12 {
        case 0: return push.isPushToStart ? Fate(.unknown("no answer"), after: 10) : .hangs
        case 1: return push.isPushToStart ? Fate(.ok, after: 9) : .hangs
        case 2, 3: return .fails
        case 4: return .refused
        case 5: return .gone
        case 6: return push.isPushToStart ? .drops : .arrives
        case 7: return Fate(.retry(Failure("429", retryAfter: 20)))
        default: return .arrives
        }
    }

    /// What a device may do: a new start token, none, a card of its own, another token of it, no card any more.
    private func change(_ device: String, _ choice: UInt64, _ token: Int, _ service: SimulatedService) throws {
        var request = RegistrationRequest(
            subscriberId: "u", deviceId: device, kind: choice % 8 < 4 ? .start : .update, sender: "cards",
            token: .new("token-\(token)"))
        if request.kind == .start { request.attributesType = "Track" } else { request.conversionId = "t" }
        switch choice % 8 {
        case 0, 7: request.token = .optOut
        case 1, 6:
            let known = try service.relay.store.read { try $0.registrations(subscriberId: "u") }
            if let row = known.first(where: { $0.deviceId == device && $0.kind == request.kind.rawValue }) {
                try service.relay.unregister(row.id)
            }
            return
        default: break
        }
        try service.register(request)
    }

    private func tell(_ seed: Int, setsClock: Bool) throws -> SimulatedService {
        var generator = SeededGenerator(seed: UInt64(seed))
        var fates = SeededGenerator(seed: UInt64(seed) &+ 1_000_000)
        let service = SimulatedService(try EngineFixture()) { push, elapsed in
            Self.fate(push, elapsed, fates.next())
        }
        let story = EventStory(seed: seed, from: service.relay.now)
        for device in 0..<4 { try change("d\(device)", 2, 1000 + device, service) }
        for (index, step) in story.steps.enumerated() {
            try service.wait(step.pause)
            try service.take(step.json)
            if generator.next() % 4 == 0 { try change("d\(generator.next() % 5)", generator.next(), index, service) }
            if generator.next() % 8 == 0 { try service.restart() }
            if setsClock, generator.next() % 20 == 0 {
                try service.setClock(by: Double(generator.next() % 120) - 90)
            }
        }
        return service
    }

    @Test(arguments: 400..<430)
    func `whatever happens, nobody is started twice, and nobody is forgotten`(_ seed: Int) throws {
        let service = try tell(seed, setsClock: false)
        try service.wait(max(0, 3600 - service.elapsed))
        try service.expectAllTold("t")
        let state = try #require(try service.relay.state("t"))
        guard state.activity.ending == nil else { return }
        let registrations = try service.relay.store.read { try $0.registrations(subscriberId: "u") }
            .map { try Registration($0) }
        let withCard = Set(registrations.filter { $0.kind == .update && $0.token != nil }.map(\.deviceId))
        for registration in registrations where registration.kind == .start && registration.token != nil {
            let isStarted = state.hasStart(registration)
            let isLeftAlone =
                state.muted.contains(registration.deviceId) || withCard.contains(registration.deviceId)
            #expect(isStarted || isLeftAlone, "\(registration.deviceId) is forgotten")
        }
    }

    @Test(arguments: 500..<515)
    func `a clock that is set changes nothing of that`(_ seed: Int) throws {
        let service = try tell(seed, setsClock: true)
        try service.wait(3600)
        let state = try #require(try service.relay.state("t"))
        let isSettled = state.isSettled
        #expect(isSettled)
        let starts = service.sent.count { $0.isPushToStart }
        #expect(starts > 0)
    }

    @Test(arguments: 0..<6)
    func `start tokens change nothing for those who are pushed to beside them`(_ seed: Int) throws {
        var sent: [[Push]] = []
        for startTokens in [0, 3] {
            let service = SimulatedService(try EngineFixture()) { push, _ in
                push.isPushToStart ? .fails : .arrives
            }
            try service.register("one", token: "A", sender: "hook")
            try service.register("two", token: "B", sender: "log")
            for device in 0..<startTokens { try change("d\(device)", 2, device, service) }
            for step in EventStory(seed: seed, from: service.relay.now).steps {
                try service.wait(step.pause)
                try service.take(step.json)
            }
            try service.wait(200)
            let starts = service.sent.count { $0.isPushToStart }
            #expect((starts > 0) == (startTokens > 0))
            sent.append(service.sent.filter { !$0.isPushToStart })
        }
        let isSame = sent[0] == sent[1]
        #expect(sent[0].count > 40)
        #expect(isSame)
    }
}
