import ActivityResolver
import Push
import Testing

@testable import Relay

/// Each check by itself: it is silent about what is right, and is not about what is wrong.
@Suite struct CheckTests {
    /// A history, and what makes what comes of it wrong: the relay goes by other rules, or a trace is tampered with.
    struct Wrong: Sendable, CustomTestStringConvertible {
        let check: Check
        var configuration = "{}"
        let events: [String]
        var relayRules: @Sendable (inout Rules) -> Void = { _ in }
        var tamper: @Sendable (inout Trace) -> Void = { _ in }

        var testDescription: String { check.testDescription }
    }

    private static let zero = 1_790_000_000.0

    /// A history of these events, ten seconds apart; each is the members after the conversionId A, or a whole object.
    private static func history(_ wrong: Wrong) throws -> History {
        var history = History(configuration: wrong.configuration)
        for (index, text) in wrong.events.enumerated() {
            let members = text.split(separator: ";").map { member -> ToldEvent.Member in
                let parts = member.split(separator: "=", maxSplits: 1)
                return (String(parts[0]), String(parts[1]))
            }
            let name: [ToldEvent.Member] = text.contains("conversionId") ? [] : [("conversionId", "\"A\"")]
            let event = try ToldEvent(name + members)
            history.steps.append(History.Step(at: zero + Double(index) * 10, deed: .event(event)))
        }
        return history
    }

    /// Changes the content state of the last push.
    private static func lastPush(_ change: @Sendable @escaping (inout Push) -> Void) -> @Sendable (inout Trace) -> Void
    {
        { trace in
            guard let index = trace.moments.lastIndex(where: { !$0.pushes.isEmpty }) else { return }
            change(&trace.moments[index].pushes[trace.moments[index].pushes.count - 1])
        }
    }

    private static let eta = "estimatedCompletionDate=1790000100"

    static let all = [
        Wrong(
            check: .progressNeverFalls, events: ["progress=0.5", "progress=0.6"],
            tamper: lastPush { $0.planned.contentState.progress = 0.4 }),
        Wrong(
            check: .stageNeverFalls, events: ["progress=0.5", "progress=0.6"],
            tamper: lastPush { $0.planned.contentState.status = "starting" }),
        Wrong(
            check: .timeIsNotDone, events: ["progress=0.1"], relayRules: { $0.policy.expectedDuration = 20 }),
        Wrong(
            check: .timeIsNotDone, events: [eta, eta], tamper: lastPush { $0.planned.contentState.progress = 0.96 }),
        Wrong(
            check: .finalizingWaits, events: ["progress=0.1;status=\"finalizing\""],
            relayRules: { rules in
                let early = StageList.defaultStages.map { stage in
                    Stage(id: stage.id, label: stage.label, from: stage.from, aliases: stage.aliases)
                }
                rules.stages = (try? StageList(early)) ?? rules.stages
            }),
        Wrong(
            check: .queueIsBare, events: ["progress=0.1", "queuePosition=2"],
            tamper: lastPush { $0.planned.contentState.estimatedCompletionDate = 1_790_000_100 }),
        Wrong(
            check: .queueIsBare, events: ["progress=0.1", "queuePosition=2"],
            tamper: lastPush { $0.planned.contentState.timer = .countUp(from: 1_790_000_000) }),
        Wrong(
            check: .datesAreAhead, events: ["progress=0.1", "progress=0.2"],
            tamper: lastPush { $0.planned.contentState.staleAt = $0.sentAt }),
        Wrong(
            check: .datesAreAhead, events: ["progress=0.1", eta],
            tamper: lastPush { $0.planned.contentState.estimatedCompletionDate = $0.sentAt }),
        Wrong(
            check: .datesAreAhead, events: ["progress=0.1", "type=\"complete\""],
            tamper: lastPush { $0.planned.contentState.staleAt = $0.sentAt + 100 }),
        Wrong(
            check: .endIsTheEnd, events: ["progress=0.1", "type=\"complete\""],
            tamper: { trace in
                guard let end = trace.pushes.last else { return }
                trace.moments[trace.moments.count - 1].pushes = [end]
            }),
        Wrong(
            check: .endIsTheEnd, events: ["progress=0.1", "type=\"complete\""],
            tamper: lastPush { $0.planned.event = .update }),
        Wrong(
            check: .runsAreApart, events: ["trackTitle=\"A/1\"", "attempt=2;trackTitle=\"A/2\""],
            tamper: lastPush { $0.planned.contentState.trackTitle = "A/1" }),
        Wrong(
            check: .runsAreApart,
            events: ["alert={\"title\":\"A/1\"}", "conversionId=\"B\";alert={\"title\":\"B/2\"}"],
            tamper: lastPush { $0.planned.alert = Alert(title: "A/1") }),
        Wrong(
            check: .oneLives, events: ["subscriberId=\"u\"", "conversionId=\"B\";subscriberId=\"u\""],
            relayRules: { $0.policy.supersede = false }),
        Wrong(
            check: .distanceIsKept, configuration: "{\"policy\":{\"minPushInterval\":15}}",
            events: ["trackTitle=\"A/1\"", "trackTitle=\"A/2\""], relayRules: { $0.policy.minPushInterval = 1 }),
        Wrong(
            check: .distanceIsKept, configuration: "{\"policy\":{\"ordinaryInterval\":15}}",
            events: ["progress=0.1", "progress=0.2"], relayRules: { $0.policy.ordinaryInterval = 1 }),
        Wrong(
            check: .distanceIsKept, events: ["progress=0.1", eta], relayRules: { $0.policy.nudgeInterval = 2 }),
        Wrong(
            check: .budgetIsKept, configuration: "{\"policy\":{\"urgentPerHour\":1}}",
            events: ["trackTitle=\"A/1\"", "trackTitle=\"A/2\"", "trackTitle=\"A/3\""],
            relayRules: { $0.policy.urgentPerHour = 60 }),
        Wrong(
            check: .lastStateArrives, events: ["progress=0.1", "progress=0.2"],
            relayRules: { $0.policy.progressStep = 0.5 }),
        Wrong(
            check: .lastStateArrives, events: ["trackTitle=\"A/1\"", "trackTitle=\"A/2\""],
            relayRules: { $0.policy.minPushInterval = 3600 }),
        Wrong(
            check: .alertsArrive, events: ["progress=0.1", "alert={\"title\":\"A/2\"}"],
            tamper: lastPush { $0.planned.alert = nil }),
    ]

    @Test(arguments: all)
    func `a check finds what is wrong, and nothing in what is right`(_ wrong: Wrong) throws {
        let history = try Self.history(wrong)
        #expect(wrong.check.fault(try HistoryRun.trace(of: history)) == nil)
        var rules = try history.rules()
        wrong.relayRules(&rules)
        var trace = try HistoryRun.trace(of: history, rules: rules)
        wrong.tamper(&trace)
        #expect(wrong.check.fault(trace) != nil)
    }

    @Test func `each check is shown to find something`() {
        for check in Check.all { #expect(Self.all.contains { $0.check.name == check.name }, "\(check.name)") }
    }

    @Test func `a history that shows a fault is made as short as it can be, and can be replayed`() throws {
        let history = try (0..<50).map { try HistoryGenerator.history(seed: $0) }.first { history in
            history.recording.contains("\"trackTitle\"") && history.steps.count > 10
        }
        let short = Shrinker.shrunk(try #require(history)) { $0.recording.contains("\"trackTitle\"") }
        #expect(short.steps.count == 1 && short.configuration == "{}" && short.isRecording)
        var parser = RecordingParser(EventDecoder())
        let lines = parser.take(Array((short.recording + "\n").utf8)[...])
        #expect(try lines.map { try $0.content.get().at } == short.steps.map(\.at))
    }

    @Test func `a recording of a history comes to the same pushes when it is replayed`() throws {
        var replayed = 0
        for seed in UInt64(0)..<300 {
            var history = try HistoryGenerator.history(seed: seed)
            history.steps.removeAll { step in
                if case .event = step.deed { false } else { true }
            }
            let want = try HistoryRun.trace(of: history).pushes
            var parser = RecordingParser(EventDecoder())
            var replayer = Replayer(VirtualRelay(rules: try history.rules(), eventIds: 1000))
            var got = try replayer.take(parser.take(Array((history.recording + "\n").utf8)[...]))
            if let last = history.steps.last { got += try replayer.run(until: last.at + 61) }
            replayed += got.count
            guard got == want else {
                Issue.record("seed \(seed): \(got.count) pushes, not \(want.count)\n\(history.text)")
                return
            }
        }
        #expect(replayed > 1000)
    }
}
