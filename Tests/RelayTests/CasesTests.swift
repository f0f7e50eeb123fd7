import ActivityResolver
import JSON
import Push
import Storage
import TestSupport
import Testing

@testable import Relay

/// The worked examples of the rules, each through the replayer.
@Suite struct CasesTests {
    /// The examples that came with the rules, and those that faults have added.
    static let names =
        Fixtures.names(in: "cases", ending: ".json").map { "cases/\($0)" }
        + Fixtures.names(in: "examples", ending: ".json").map { "examples/\($0)" }

    @Test func `there are fifty worked examples and more`() {
        #expect(Self.names.count > 50)
    }

    @Test(arguments: names)
    func `every worked example gives its pushes, no more and no less`(_ name: String) throws {
        try check(name) { VirtualRelay(rules: $0, eventIds: 1000) }
    }

    @Test(arguments: names)
    func `nothing is lost where each event finds its activity in the store alone`(_ name: String) throws {
        try check(name) { VirtualRelay(rules: $0, eventIds: 1000, keepsAllAtHand: false) }
        try check(name) { rules in
            VirtualRelay(rules: rules, eventIds: 1000, store: try SQLiteStore(), keepsAllAtHand: false)
        }
    }

    private func check(_ name: String, _ makeRelay: (Rules) throws -> VirtualRelay) throws {
        let example = try Fixtures.json(name)
        let source = ConfigurationSource(environment: [:]) { _ in nil }
        let configuration = try ConfigurationReader(source: source).read(example["config"]?.canonical)
        var parser = RecordingParser(EventDecoder())
        var replayer = Replayer(try makeRelay(configuration.rules))
        var pushes: [Push] = []
        for line in example["events"]?.arrayValue ?? [] {
            pushes += try replayer.take(parser.take(JSONLines.line(line)[...]))
        }
        if let until = example["until"]?.doubleValue { pushes += try replayer.run(until: until) }
        let got = try JSONLines.values(PushLines.bytes(pushes))
        #expect(PushComparison.differences(got, example["pushes"]?.arrayValue ?? []) == [])
    }
}
