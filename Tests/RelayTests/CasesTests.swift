import ActivityResolver
import JSON
import TestSupport
import Testing

@testable import Relay

/// The worked examples of the rules, each through the replayer.
@Suite struct CasesTests {
    static let names = Fixtures.names(in: "cases", ending: ".json")

    @Test func `there are fifty worked examples`() {
        #expect(Self.names.count == 50)
    }

    @Test(arguments: names)
    func `every worked example gives its pushes, no more and no less`(_ name: String) throws {
        let example = try Fixtures.json("cases/\(name)")
        let source = ConfigurationSource(environment: [:]) { _ in nil }
        let configuration = try ConfigurationReader(source: source).read(example["config"]?.canonical)
        var replayer = Replayer(rules: configuration.rules, decoder: EventDecoder(), eventIds: 1000)
        for line in example["events"]?.arrayValue ?? [] { try replayer.take(JSONLines.line(line)[...]) }
        try replayer.finish(until: example["until"]?.doubleValue)
        let got = try JSONLines.values(replayer.output)
        #expect(PushComparison.differences(got, example["pushes"]?.arrayValue ?? []) == [])
    }
}
