import JSON
import TestSupport
import Testing

/// What keeps the program from starting, and how it says so.
@Suite(.timeLimit(.minutes(20))) struct `Start-up` {
    /// Arguments that no process can be started by in vain: a free port and no file.
    static let anywhere = ["--listen", "127.0.0.1:0", "--store", "sqlite::memory:"]

    /// A command line that is wrong, and what the one line on standard error names.
    struct Usage: CustomTestStringConvertible, Sendable {
        var arguments: [String]
        var names: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let usages = [
        Usage(arguments: ["frobnicate"], names: "frobnicate"),
        Usage(arguments: ["--frobnicate"], names: "--frobnicate"),
        Usage(arguments: ["serve", "--frobnicate"], names: "--frobnicate"),
        Usage(arguments: ["replay", "--frobnicate"], names: "--frobnicate"),
        Usage(arguments: ["check", "--listen", "127.0.0.1:0"], names: "--listen"),
        Usage(arguments: ["serve", "--config"], names: "--config"),
        Usage(arguments: ["serve", "--listen"], names: "--listen"),
        Usage(arguments: ["serve", "--store"], names: "--store"),
        Usage(arguments: ["replay", "--until"], names: "--until"),
        Usage(arguments: ["replay", "--until", "soon"], names: "soon"),
        Usage(arguments: ["replay", "--until", "-1"], names: "-1"),
        Usage(arguments: ["replay", "--until", "nan"], names: "nan"),
        Usage(arguments: ["serve", "--listen", "nowhere"], names: "nowhere"),
        Usage(arguments: ["serve", "--listen", "127.0.0.1:65536"], names: "65536"),
        Usage(arguments: ["serve", "--store", "mysql://localhost/a"], names: "sqlite"),
        Usage(arguments: ["serve", "--store", "sqlite:"], names: "path"),
        Usage(arguments: ["serve", "--store", "postgres://localhost/a"], names: "PostgreSQL"),
        Usage(arguments: ["serve", "leftover"], names: "leftover"),
        Usage(arguments: ["replay", "/dev/null", "leftover"], names: "leftover"),
        Usage(arguments: ["serve", "--listen", "127.0.0.1:0", "--listen", "127.0.0.1:0"], names: "--listen"),
    ]

    @Test(arguments: usages)
    func `a wrong command line is one line and exit code 2`(_ usage: Usage) throws {
        let folder = TemporaryFolder()
        let result = try CommandResult.of(usage.arguments, folder: folder.path)
        #expect(result.code == 2)
        #expect(result.output == [])
        #expect(result.errors.count == 1)
        #expect(result.errors.first?.contains(usage.names) == true, "\(result.errors)")
    }

    @Test(arguments: [["--help"], ["serve", "--help"], ["replay", "--help"], ["check", "-h"], ["version"], ["help"]])
    func `help and version go to standard output`(_ arguments: [String]) throws {
        let result = try CommandResult.of(arguments)
        #expect(result.code == 0)
        #expect(result.errors == [])
        #expect(result.output.first?.contains("activity-relay") == true)
    }

    // MARK: What is in the way

    /// The one line that a start which fails writes, with exit code 1.
    func failure(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
        let folder = TemporaryFolder()
        let result = try CommandResult.of(arguments, environment: environment, folder: folder.path)
        #expect(result.code == 1)
        #expect(result.output == [])
        #expect(result.errors.count == 1, "\(result.errors)")
        return result.errors.first ?? ""
    }

    @Test func `a port in use is said`() throws {
        let port = TakenPort()
        let line = try failure(["--listen", "127.0.0.1:\(port.number)", "--store", "sqlite::memory:"])
        #expect(line.contains("\(port.number)"))
    }

    @Test func `a store's folder that cannot be made is said`() throws {
        let line = try failure(["--listen", "127.0.0.1:0", "--store", "sqlite:/dev/null/x/relay.db"])
        #expect(line.contains("/dev/null/x"))
    }

    @Test func `a store that is no database is said, and left as it is`() throws {
        let folder = TemporaryFolder()
        let text = String(repeating: "this is no database\n", count: 400)
        let path = folder.write("notes.txt", text)
        let line = try failure(["--listen", "127.0.0.1:0", "--store", "sqlite:\(path)"])
        #expect(line.contains("notes.txt") || line.contains("not a database"))
        #expect(try CommandResult.of(["replay", path]).errors.count == 400)
    }

    @Test func `a configuration that is not there is said`() throws {
        #expect(try failure(Self.anywhere + ["--config", "/dev/null/relay.json"]).contains("/dev/null/relay.json"))
    }

    @Test(arguments: ["0.0.0.0:0", "[::]:0", "192.0.2.1:0", "example.com:0"])
    func `without tokens no address but loopback is served`(_ address: String) throws {
        let line = try failure(["--listen", address, "--store", "sqlite::memory:"])
        #expect(line.contains("loopback"))
        #expect(line.contains("auth"))
    }

    // MARK: Configurations

    /// A configuration that is wrong, and what the one line on standard error names.
    struct Wrong: CustomTestStringConvertible, Sendable {
        var text: String
        var names: [String]
        var testDescription: String { text }
    }

    static let wrongs = [
        Wrong(text: "{", names: []),
        Wrong(text: "", names: []),
        Wrong(text: "{\n\"policy\": {,}\n}", names: ["line 2"]),
        Wrong(text: #"{"log":{},"log":{}}"#, names: ["/log"]),
        Wrong(text: "[]", names: ["object"]),
        Wrong(text: #"{"polcy":{}}"#, names: ["/polcy", "\"policy\""]),
        Wrong(text: #"{"policy":{"minPushIntervall":1}}"#, names: ["/policy/minPushIntervall", "\"minPushInterval\""]),
        Wrong(text: #"{"policy":{"minPushInterval":"1"}}"#, names: ["/policy/minPushInterval"]),
        Wrong(text: #"{"policy":{"minPushInterval":-1}}"#, names: ["/policy/minPushInterval"]),
        Wrong(text: #"{"policy":{"progressStep":2}}"#, names: ["/policy/progressStep"]),
        Wrong(text: #"{"policy":{"urgentPerHour":1.5}}"#, names: ["/policy/urgentPerHour"]),
        Wrong(text: #"{"policy":{"supersede":"yes"}}"#, names: ["/policy/supersede"]),
        Wrong(text: #"{"policy":{"retention":10}}"#, names: ["/policy/retention"]),
        Wrong(text: #"{"policy":{"dismissAfter":{"done":1}}}"#, names: ["/policy/dismissAfter/done"]),
        Wrong(text: #"{"policy":[]}"#, names: ["/policy"]),
        Wrong(text: #"{"listen":{"port":70000}}"#, names: ["/listen/port"]),
        Wrong(text: #"{"listen":{"port":"http"}}"#, names: ["/listen/port"]),
        Wrong(text: #"{"listen":[]}"#, names: ["/listen"]),
        Wrong(text: #"{"store":{"url":"postgres://localhost/a"}}"#, names: ["/store/url", "PostgreSQL"]),
        Wrong(text: #"{"store":{"url":"relay.db"}}"#, names: ["/store/url"]),
        Wrong(text: #"{"senders":{"apns":{"type":"apns"}},"defaultSender":"apns"}"#, names: ["/senders/apns"]),
        Wrong(text: #"{"senders":{"out":{"type":"lgo"}},"defaultSender":"out"}"#, names: ["/senders/out/type"]),
        Wrong(text: #"{"defaultSender":"nobody"}"#, names: ["/defaultSender", "nobody"]),
        Wrong(text: #"{"log":{"level":"loud"}}"#, names: ["/log/level"]),
        Wrong(text: #"{"log":{"format":"xml"}}"#, names: ["/log/format"]),
        Wrong(text: #"{"limits":{"connections":0}}"#, names: ["/limits/connections"]),
        Wrong(text: #"{"contentState":{"keys":{"trakTitle":"t"}}}"#, names: ["/contentState/keys/trakTitle"]),
        Wrong(text: #"{"contentState":{"dates":"unx"}}"#, names: ["/contentState/dates"]),
        Wrong(text: #"{"contentState":{"omit":["nothing"]}}"#, names: ["/contentState/omit"]),
        Wrong(text: #"{"stages":[]}"#, names: ["/stages"]),
        Wrong(
            text: #"""
                {"stages":[{"id":"queued","label":"Q"},{"id":"a","label":"A","from":0,"aliases":["x"]},
                {"id":"b","label":"B","from":0.5,"aliases":["X"]}]}
                """#, names: ["/stages/2"]),
        Wrong(
            text: #"""
                {"stages":[{"id":"queued","label":"Q"},{"id":"a","label":"A","from":0},{"id":"b","label":"B","from":0.5},
                {"id":"c","label":"C","from":0.4}]}
                """#, names: ["/stages/3"]),
        Wrong(
            text: #"{"auth":{"tokens":[{"name":"a","secret":"open-sesame-open-sesame","scopes":["read"]}]}}"#,
            names: ["/auth/tokens/0/secret"]),
        Wrong(
            text: #"{"auth":{"tokens":[{"name":"a","secret":{"env":"NOT_SET_AT_ALL"},"scopes":["read"]}]}}"#,
            names: ["/auth/tokens/0/secret", "NOT_SET_AT_ALL"]),
        Wrong(
            text: #"{"auth":{"tokens":[{"name":"a","secret":{"file":"/dev/null/x"},"scopes":["read"]}]}}"#,
            names: ["/auth/tokens/0/secret", "/dev/null/x"]),
        Wrong(
            text: #"{"auth":{"tokens":[{"name":"a","secret":{"env":"LONG_ENOUGH"},"scopes":["write"]}]}}"#,
            names: ["/auth/tokens/0/scopes", "write"]),
    ]

    @Test(arguments: wrongs)
    func `a wrong configuration is said with its place, by serve, replay and check alike`(_ wrong: Wrong) throws {
        let folder = TemporaryFolder()
        let path = folder.write("relay.json", wrong.text)
        let environment = ["LONG_ENOUGH": "open-sesame-open-sesame"]
        for arguments in [["serve"] + Self.anywhere, ["replay"], ["check"]] {
            let result = try CommandResult.of(
                arguments + ["--config", path], environment: environment, folder: folder.path)
            #expect(result.code == 1)
            #expect(result.output == [])
            let lines = result.errors.filter { line in wrong.names.allSatisfy(line.contains) }
            #expect(!lines.isEmpty, "\(result.errors)")
            #expect(result.errors.allSatisfy { $0.contains(path) && !$0.contains("open-sesame") }, "\(result.errors)")
        }
    }

    @Test func `check says all faults at once, a line each`() throws {
        let folder = TemporaryFolder()
        let path = folder.write(
            "relay.json",
            #"""
            {"polcy": {}, "policy": {"minPushInterval": -1, "nudgeStep": "x"}, "listen": {"port": 70000},
             "log": {"level": "loud"}, "defaultSender": "nobody"}
            """#)
        let result = try CommandResult.of(
            ["check", "--config", path], environment: ["RELAY_POLICY_STALE_AFTER": "many"])
        #expect(result.code == 1)
        for place in [
            "/polcy", "/policy/minPushInterval", "/policy/nudgeStep", "/listen/port", "/log/level", "/defaultSender",
            "RELAY_POLICY_STALE_AFTER",
        ] {
            #expect(result.errors.filter { $0.contains(place) }.count == 1, "\(place) in \(result.errors)")
        }
        #expect(result.errors.count == 7)
    }

    @Test func `an alias that stands twice in one stage is a fault too`() throws {
        let folder = TemporaryFolder()
        let path = folder.write(
            "relay.json",
            #"{"stages":[{"id":"queued","label":"Q"},{"id":"a","label":"A","from":0,"aliases":["x","X"]}]}"#)
        let result = try CommandResult.of(["check", "--config", path])
        #expect(result.code == 1)
        #expect(result.errors.first?.contains("/stages/1") == true)
    }

    @Test func `check finds that a directory is where the store is to be`() throws {
        let folder = TemporaryFolder()
        let path = folder.write("relay.json", #"{"store":{"url":"sqlite:\#(folder.path)"}}"#)
        let result = try CommandResult.of(["check", "--config", path])
        #expect(result.code == 1)
        #expect(result.errors.count == 1)
        #expect(result.errors.first?.contains("\(folder.path) cannot be opened (Is a directory)") == true)
    }

    @Test func `check says that a configuration is good, with what is worth knowing`() throws {
        let folder = TemporaryFolder()
        let good = folder.write("good.json", #"{"policy":{"minPushInterval":2,"ordinaryInterval":1}}"#)
        let result = try CommandResult.of(["check", "--config", good])
        #expect(result.code == 0)
        #expect(result.errors.count == 1)
        #expect(result.errors.first?.contains("ordinaryInterval") == true)
        #expect(try CommandResult.of(["check"]).code == 0)
    }

    @Test func `check says that a relay without tokens would be open to others`() throws {
        let folder = TemporaryFolder()
        let result = try CommandResult.of([
            "check", "--config", folder.write("relay.json", #"{"listen":{"host":"0.0.0.0"}}"#),
        ])
        #expect(result.code == 1)
        #expect(result.errors.count == 1)
        #expect(result.errors.first?.contains("loopback") == true)
    }

    // MARK: Environment

    @Test func `a variable goes before the file`() throws {
        let folder = TemporaryFolder()
        let path = folder.write("relay.json", #"{"policy":{"minPushInterval":5}}"#)
        let input = """
            {"at": 1790000000, "event": {"conversionId": "a"}}
            {"at": 1790000000.1, "event": {"conversionId": "a", "displayStatus": "b"}}
            """
        let arguments = ["replay", "--until", "1790000010", "--config", path]
        func instants(_ environment: [String: String]) throws -> [Double?] {
            try CommandResult.of(arguments, input: Array(input.utf8), environment: environment)
                .output.map { JSONValue($0).number("/sentAt") }
        }
        #expect(try instants([:]) == [1_790_000_000, 1_790_000_005])
        #expect(try instants(["RELAY_POLICY_MIN_PUSH_INTERVAL": "2"]) == [1_790_000_000, 1_790_000_002])
    }

    @Test func `lists come as JSON text`() throws {
        let stages = #"""
            [{"id":"queued","label":"Anstehend"},{"id":"rechnen","label":"Rechnet…","from":0,"aliases":["computing"]}]
            """#
        let input = #"{"at": 1790000000, "event": {"conversionId": "a", "status": "Computing"}}"#
        let result = try CommandResult.of(["replay"], input: Array(input.utf8), environment: ["RELAY_STAGES": stages])
        #expect(result.code == 0)
        #expect(JSONValue(result.output.first ?? "").text("/contentState/displayStatus") == "Rechnet…")
        let broken = try CommandResult.of(["replay"], environment: ["RELAY_STAGES": "rechnen"])
        #expect(broken.code == 1)
        #expect(broken.errors.count == 1)
        #expect(broken.errors.first?.contains("RELAY_STAGES") == true)
    }

    @Test func `with no argument at all the store is data/relay.db`() throws {
        let relay = try ServedRelay(arguments: [], environment: ["RELAY_LISTEN_PORT": "0"])
        #expect(try relay.event(#"{"conversionId":"a"}"#).status == 202)
        #expect(relay.stop() == 0)
        #expect(Fixtures.names(at: relay.folder.path("data"), ending: ".db") == ["relay.db"])
    }

    @Test func `the command line goes before the environment`() throws {
        let port = TakenPort()
        let relay = try ServedRelay(environment: [
            "RELAY_LISTEN_PORT": "\(port.number)", "RELAY_STORE_URL": "sqlite:/dev/null/x",
        ])
        #expect(try relay.get("/readyz").status == 200)
    }

    @Test func `an unknown variable is only warned of, with the nearest name`() throws {
        let relay = try ServedRelay(environment: ["RELAY_POLICY_MIN_PUSH_INTERVALL": "2"])
        #expect(try relay.get("/readyz").status == 200)
        // It was warned of before it listened.
        let warnings = relay.process.errors.lines.filter { $0.contains("level=warning") }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("RELAY_POLICY_MIN_PUSH_INTERVALL") == true)
        #expect(warnings.first?.contains("did you mean RELAY_POLICY_MIN_PUSH_INTERVAL?") == true)
        let check = try CommandResult.of(["check"], environment: ["RELAY_POLICY_MIN_PUSH_INTERVALL": "2"])
        #expect(check.code == 0)
        #expect(check.errors.count == 1)
    }
}
