import JSON
import TestSupport
import Testing

/// What a relay holds does not grow with what it has sent.
@Suite(.timeLimit(.minutes(20))) struct SteadyTests {
    private static let activities = 500
    private static let rounds = (warming: 6, measured: 14)

    @Test func `memory, descriptors and connections stay as they are over thousands of pushes`() throws {
        let receiver = try NghttpdReceiver(isVerbose: false)
        let relay = try ServedRelay(
            configuration: """
                {"senders":{"hook":{"type":"webhook","url":"\(receiver.url)","secret":{"env":"HOOK_SECRET"},
                  "caFile":"\(receiver.certificate.caFile)"}},"defaultSender":"hook",
                 "limits":{"history":0},"policy":{"minPushInterval":0,"ordinaryInterval":0}}
                """,
            environment: ["HOOK_SECRET": HookedRelay.secrets[0]])
        for round in 1...Self.rounds.warming { try push(round, relay) }
        let before = ProcessFigures(of: relay.process.id)
        for round in 1...Self.rounds.measured { try push(Self.rounds.warming + round, relay) }
        // The tests' own last connection may not be closed yet.
        let hasNoMore = TestClock.eventually {
            Self.others(ProcessFigures(of: relay.process.id)).count <= Self.others(before).count
        }
        let after = ProcessFigures(of: relay.process.id)
        #expect(hasNoMore, "\(before.files) \(after.files)")
        #expect(after.residentBytes - before.residentBytes < 4 << 20, "\(before.residentBytes) \(after.residentBytes)")
        #expect(relay.stop() == 0)
    }

    /// What is open besides the store, which opens its few connections when they are first needed.
    private static func others(_ figures: ProcessFigures) -> [String] {
        figures.files.filter { !$0.contains("/relay.db") }
    }

    /// Lets each activity come a step further, and waits until all have been pushed.
    private func push(_ round: Int, _ relay: ServedRelay) throws {
        let progress = Double(round) / 100
        let events = (0..<Self.activities).map { #"{"conversionId":"t-\#($0)","progress":\#(progress)}"# }
        try relay.event("[" + events.joined(separator: ",") + "]")
        let last = "/v1/activities/t-\(Self.activities - 1)"
        let isSent = try TestClock.eventually {
            let target = try relay.get(last).json.at("/targets/0")
            return target?.number("/pushes") == Double(round) && target?["sending"] == nil
        }
        #expect(isSent, "round \(round)")
    }
}
