import Glibc
import JSON
import TestSupport
import Testing

/// `activity-relay tail`, as a program beside a relay.
@Suite(.timeLimit(.minutes(20))) struct `The command tail` {
    private static func tail(_ port: Int, _ arguments: String..., token: String? = nil) throws -> ChildProgram {
        try ChildProgram(
            RelayProcess.program, ["tail", "--url", "http://127.0.0.1:\(port)"] + arguments,
            environment: token.map { ["RELAY_TOKEN": $0] } ?? [:])
    }

    @Test func `follows an activity to its end`() throws {
        let relay = try ServedRelay()
        try relay.event(#"{"conversionId":"a","progress":0.25,"trackTitle":"Rain"}"#)
        let plain = try Self.tail(relay.port, "a")
        let json = try Self.tail(relay.port, "a", "--json")
        #expect(plain.output.line { $0.contains("Rain") } != nil)
        #expect(json.output.line { JSONValue($0).number("/contentState/progress") == 0.25 } != nil)
        try relay.event(#"{"conversionId":"a","progress":0.5}"#)
        try relay.post("/v1/activities/a/end", #"{"phase":"completed"}"#)
        #expect(plain.waitForExit() == 0 && json.waitForExit() == 0)
        let lines = plain.output.all()
        #expect(lines.count == 3)
        for (line, progress) in zip(lines, ["  25%  ", "  50%  ", "  100%  "]) { #expect(line.contains(progress)) }
        #expect(lines.last?.contains("completed") == true)
        let messages = json.output.all().map { JSONValue($0) }
        #expect(messages.map { $0.text("/phase") } == ["active", "active", "completed"])
    }

    @Test(arguments: [
        (["nosuch"], #"nothing is known of "nosuch" yet; waiting"#),
        (["--subscriber", "no such"], #"nothing live is known of the subscriber "no such" yet; waiting"#),
        ([], "nothing is live yet; waiting"),
    ])
    func `says once that it waits for what is not known yet`(_ what: [String], _ line: String) throws {
        let relay = try ServedRelay()
        let tail = try ChildProgram(
            RelayProcess.program, ["tail", "--url", "http://127.0.0.1:\(relay.port)"] + what)
        #expect(tail.errors.line { _ in true } == "activity-relay: \(line)")
        try relay.event(#"{"conversionId":"nosuch","subscriberId":"no such","trackTitle":"Rain"}"#)
        #expect(tail.output.line { $0.contains("Rain") } != nil)
        try relay.post("/v1/activities/nosuch/end", #"{"phase":"completed"}"#)
        #expect(tail.output.line { $0.contains("completed") } != nil)
        if what != ["nosuch"] { tail.terminate(SIGINT) }
        #expect(tail.waitForExit() == (what == ["nosuch"] ? 0 : 130))
        #expect(tail.errors.all().count == 1)
    }

    @Test func `says nothing of waiting where something is known`() throws {
        let relay = try ServedRelay()
        try relay.event(#"{"conversionId":"a","trackTitle":"Rain"}"#)
        let tail = try Self.tail(relay.port, "a")
        #expect(tail.output.line { $0.contains("Rain") } != nil)
        try relay.post("/v1/activities/a/end", #"{"phase":"completed"}"#)
        #expect(tail.waitForExit() == 0)
        #expect(tail.errors.all() == [])
    }

    @Test func `comes back after a crash of the relay, and is told what it missed`() throws {
        let folder = TemporaryFolder()
        let first = try ServedRelay(folder: folder)
        let port = first.port
        let tail = try Self.tail(port, "--json")
        for step in 1...3 {
            try first.event(#"{"conversionId":"a","trackTitle":"\#(step)"}"#)
            // The first may come to it as the current state.
            #expect(tail.output.line { $0.contains(#""trackTitle":"\#(step)""#) } != nil)
        }
        first.crash()
        #expect(tail.errors.line { $0.contains("asking again in") } != nil)
        let store = "sqlite:\(folder.path("relay.db"))"
        let second = try ServedRelay(
            folder: folder, arguments: ["--listen", "127.0.0.1:\(port)", "--store", store])
        try second.event(#"{"conversionId":"a","trackTitle":"4"}"#)
        #expect(tail.output.line { $0.contains(#""trackTitle":"4""#) } != nil)
        tail.terminate(SIGINT)
        #expect(tail.waitForExit() == 130)
        let titles = tail.output.all().compactMap { JSONValue($0).text("/contentState/trackTitle") }
        #expect(titles == ["1", "2", "3", "4"])
    }

    @Test func `says why the relay refuses it`() throws {
        let relay = try ServedRelay(
            configuration: #"{"auth":{"tokens":[{"name":"r","secret":{"env":"TOKEN_READ"},"scopes":["read"]}]}}"#,
            environment: ["TOKEN_READ": "for-reading-only-5Wx1"])
        let refused = try Self.tail(relay.port, token: "a-wrong-one-8Hs2")
        #expect(refused.waitForExit() == 1)
        let words = refused.errors.all().joined()
        #expect(words.contains("401") && words.contains("the token is not known") && !words.contains("8Hs2"))
        let file = relay.folder.write("token.txt", "for-reading-only-5Wx1\n")
        let admitted = try Self.tail(relay.port, "--token-file", file)
        #expect(!TestClock.eventually(within: 0.3) { admitted.waitForExit(within: 0) != nil })
        admitted.terminate(SIGTERM)
        #expect(admitted.waitForExit() == 143)
    }

    @Test(arguments: [
        (["--nonsense"], 2, "unknown option"), (["a b"], 2, "conversionId"), (["a", "b"], 2, "unexpected argument"),
        (["a", "--subscriber", "u"], 2, "not both"), (["--url", "http://relay.example"], 2, "this machine"),
        (["--token-file", "/nowhere"], 2, "cannot open"), (["--help"], 0, ""),
    ])
    func `says what is wrong with its arguments`(_ arguments: [String], _ code: Int32, _ word: String) throws {
        let tail = try ChildProgram(RelayProcess.program, ["tail"] + arguments)
        #expect(tail.waitForExit() == code)
        #expect(word.isEmpty || tail.errors.all().joined().contains(word))
    }

    @Test func `gives up where there is no relay`() throws {
        let tail = try Self.tail(TakenPort().number)
        #expect(tail.waitForExit() == 1)
        #expect(tail.errors.all().joined().contains("the relay cannot be reached"))
    }
}
