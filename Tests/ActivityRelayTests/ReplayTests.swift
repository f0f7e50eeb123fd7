import JSON
import TestSupport
import Testing

/// The worked examples of the rules, and recordings with faults, through `activity-relay replay` itself.
@Suite(.timeLimit(.minutes(20))) struct `Replay` {
    static let names = Fixtures.names(in: "cases", ending: ".json")

    /// The line of the one refused event, of the examples that have one.
    static let refusals = ["18-another-subscriber.json": 4]

    @Test(arguments: names)
    func `prints what each worked example says, and exits 1 only where an event is refused`(_ name: String) throws {
        let example = try Fixtures.json("cases/\(name)")
        let folder = TemporaryFolder()
        var arguments = ["replay"]
        if let configuration = example["config"] {
            arguments += ["--config", folder.write("relay.json", configuration.canonical)]
        }
        if let until = example["until"] { arguments += ["--until", until.canonical] }
        let events = example["events"]?.arrayValue ?? []
        let result = try CommandResult.of(arguments, input: events.flatMap(JSONLines.line))
        let got = result.output.map { JSONValue($0) }
        #expect(PushComparison.differences(got, example["pushes"]?.arrayValue ?? []) == [])
        if let line = Self.refusals[name] {
            #expect(result.code == 1)
            #expect(result.errors.count == 1)
            #expect(result.errors.first?.contains("line \(line)") == true)
        } else {
            #expect(result.code == 0)
            #expect(result.errors == [])
        }
    }

    @Test func `names each bad line by its number, and goes on with the rest`() throws {
        let lines = [
            #"{"at": 1790000000, "event": {"conversionId": "a"}}"#,
            "no JSON",
            "",
            #"{"at": 1790000002, "event": {"conversionId": "a", "progress": 42}}"#,
            #"{"event": {"conversionId": "a"}}"#,
            #"{"at": 1790000004000, "event": {"conversionId": "a"}}"#,
            #"{"at": 1790000005, "event": {"conversionId": "a", "displayStatus": "still here"}}"#,
        ]
        let result = try CommandResult.of(["replay"], input: Array(lines.joined(separator: "\n").utf8))
        #expect(result.code == 1)
        #expect(result.output.count == 2)
        #expect(JSONValue(result.output.last ?? "").text("/contentState/displayStatus") == "still here")
        let numbers = result.errors.map { line in
            line.split(separator: " ").compactMap { Int($0.filter(\.isNumber)) }.first
        }
        #expect(numbers == [2, 4, 5, 6])
    }

    @Test func `takes a line older than the one before at that one's instant`() throws {
        let input = """
            {"at": 1790000010, "event": {"conversionId": "a"}}
            {"at": 1790000000, "event": {"conversionId": "b"}}
            """
        let result = try CommandResult.of(["replay"], input: Array(input.utf8))
        #expect(result.code == 0)
        #expect(result.output.map { JSONValue($0).number("/sentAt") } == [1_790_000_010, 1_790_000_010])
    }

    @Test func `stops at the last event without --until, and reads a file as it reads standard input`() throws {
        let folder = TemporaryFolder()
        let event = #"{"at": 1790000000, "event": {"conversionId": "a", "estimatedCompletionDate": 1790000060}}"#
        let file = folder.write("recording.ndjson", event + "\n")
        let short = try CommandResult.of(["replay", file])
        #expect(short.code == 0)
        #expect(short.output.count == 1)
        let long = try CommandResult.of(["replay", "--until", "2026-09-21T14:14:20Z", file])
        #expect(long.code == 0)
        #expect(long.output.count > 1)
        #expect(try CommandResult.of(["replay", "--until=1790000060", file]).output == long.output)
        #expect(
            try CommandResult.of(["replay", "--until", "1790000060", "-"], input: Array(event.utf8)).output
                == long.output)
    }

    @Test func `says that a recording is not there`() throws {
        let result = try CommandResult.of(["replay", "/dev/null/recording"])
        #expect(result.code == 1)
        #expect(result.errors.count == 1)
        #expect(result.errors.first?.contains("/dev/null/recording") == true)
    }

    @Test func `is not ended by a signal when its reader goes away`() throws {
        var input: [UInt8] = []
        for index in 0..<20_000 {
            input += Array(#"{"at": 1790000000, "event": {"conversionId": "a\#(index)"}}"#.utf8) + [0x0A]
        }
        let process = try RelayProcess(["replay"], input: input)
        #expect(process.output.line { _ in true } != nil)
        process.output.close()
        #expect(process.waitForExit() == 1)
        #expect(process.errors.all().count == 1)
    }
}
