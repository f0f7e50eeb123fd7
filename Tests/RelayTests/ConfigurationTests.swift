import ActivityResolver
import JSON
import Push
import Telemetry
import TestSupport
import Testing

@testable import Relay

/// The configuration: what the file, the environment and the defaults come to, and what is wrong with them.
@Suite struct ConfigurationTests {
    private func read(_ text: String?, _ environment: [String: String] = [:]) throws -> Configuration {
        try ConfigurationReader(source: ConfigurationSource(environment: environment) { _ in nil }).read(text)
    }

    private func faults(_ text: String, _ environment: [String: String] = [:]) -> [String] {
        do {
            _ = try read(text, environment)
            return []
        } catch {
            return (error as? ConfigurationFaults)?.faults.map(\.description) ?? ["\(error)"]
        }
    }

    @Test func `no file and an empty one are the defaults`() throws {
        for text in [nil, "{}"] {
            let configuration = try read(text)
            #expect(configuration.rules == Rules())
            #expect(configuration.listen == [.tcp(host: "127.0.0.1", port: 8080)])
            #expect(configuration.store == .sqlite(path: "data/relay.db"))
            #expect(configuration.defaultSender == "log")
        }
    }

    @Test func `the environment goes before the file, a text as it is and all else as JSON`() throws {
        let configuration = try read(
            "{\"policy\":{\"minPushInterval\":3},\"pausedLabel\":\"Halt\"}",
            [
                "RELAY_POLICY_MIN_PUSH_INTERVAL": "0.5", "RELAY_PAUSED_LABEL": "On hold", "RELAY_LISTEN_PORT": "9000",
                "RELAY_STORE_URL": "sqlite::memory:", "RELAY_POLICY_DISMISS_AFTER": "{\"completed\":1}",
            ])
        #expect(configuration.rules.policy.minPushInterval == 0.5)
        #expect(configuration.rules.pausedLabel == "On hold")
        #expect(configuration.listen == [.tcp(host: "127.0.0.1", port: 9000)])
        #expect(configuration.store == .memory)
        #expect(configuration.rules.policy.dismissAfter.completed == 1)
    }

    @Test func `an unknown variable of ours is only noted, with the nearest name`() throws {
        let source = ConfigurationSource(environment: ["RELAY_POLICY_STALE_AFTR": "1", "PATH": "/bin"]) { _ in nil }
        _ = try ConfigurationReader(source: source).read(nil)
        #expect(
            source.notes.map(\.description) == [
                "RELAY_POLICY_STALE_AFTR: no such setting; did you mean RELAY_POLICY_STALE_AFTER?"
            ])
    }

    static let wrong: [(text: String, fault: String)] = [
        ("{\"polcy\":{}}", "/polcy: unknown key \"polcy\"; did you mean \"policy\"?"),
        ("{\"policy\":{\"staleAfter\":-1}}", "/policy/staleAfter: -1 is not within 0 and 1000000000"),
        (
            "{\"policy\":{\"staleAfter\":\"5\"}}",
            "/policy/staleAfter: this must be a number, without a unit; times are in seconds"
        ),
        ("{\"policy\":{\"supersede\":1}}", "/policy/supersede: this must be true or false"),
        ("{\"policy\":{\"urgentPerHour\":1.5}}", "/policy/urgentPerHour: this must be a whole number"),
        ("{\"policy\":[]}", "/policy: this must be an object"),
        ("{\"listen\":{\"port\":70000}}", "/listen/port: 70000 is not within 0 and 65535"),
        (
            "{\"listen\":[{\"port\":1},{\"port\":2},{\"port\":1}]}",
            "/listen/2: this is the address of /listen/0 again"
        ),
        ("{\"listen\":[{\"unix\":\"/a\"},{\"unix\":\"/a\"}]}", "/listen/1: this is the address of /listen/0 again"),
        (
            "{\"listen\":\"8080\"}",
            #"/listen: this must be an object: {"host":"127.0.0.1","port":8080} or {"unix":"PATH"}"#
        ),
        ("{\"listen\":[]}", "/listen: this must be at least one address"),
        (
            "{\"store\":{\"url\":\"postgres://x\"}}",
            "/store/url: PostgreSQL is not supported by this version; use sqlite:PATH"
        ),
        (
            "{\"senders\":{\"fcm\":{\"type\":\"fcm\"}},\"defaultSender\":\"fcm\"}",
            "/senders/fcm/type: senders of the type fcm are not supported by this version"
        ),
        (
            "{\"defaultSender\":\"nobody\"}",
            "/defaultSender: there is no sender of the name \"nobody\"; it is one of \"log\", or null"
        ),
        (
            "{\"policy\":{\"retention\":100}}",
            "/policy/retention: a tombstone must outlive its card: at least 300 s (X3)"
        ),
        ("{\"stages\":[{\"id\":\"queued\",\"label\":\"Q\"}]}", "/stages: a stage list needs one stage from 0"),
        (
            "{\"stages\":[{\"id\":\"a\",\"label\":\"A\",\"from\":0}]}",
            "/stages: a stage list needs a stage with the id \"queued\""
        ),
        (
            """
            {"stages":[{"id":"queued","label":"Q"},{"id":"a","label":"A","from":0},\
            {"id":"b","label":"B","from":0.5,"aliases":["x"]},{"id":"c","label":"C","from":0.4,"aliases":["y"]}]}
            """, "/stages/3: the stages' \"from\" must rise; 0.4 follows 0.5"
        ),
        (
            """
            {"stages":[{"id":"queued","label":"Q"},{"id":"a","label":"A","from":0,"aliases":["in-queue"]},\
            {"id":"b","label":"B","from":0.5,"aliases":["IN QUEUE"]}]}
            """, "/stages/2: \"inqueue\" stands for two stages"
        ),
        (
            "{\"auth\":{\"tokens\":[{\"name\":\"a\",\"secret\":\"abc\",\"scopes\":[\"read\"]}]}}",
            "/auth/tokens/0/secret: a secret never stands in the file itself: {\"env\":\"NAME\"} or {\"file\":\"PATH\"}"
        ),
        (
            "{\"auth\":{\"tokens\":[{\"name\":\"a\",\"secret\":{\"env\":\"NONE\"},\"scopes\":[\"read\"]}]}}",
            "/auth/tokens/0/secret: the environment variable NONE cannot be read"
        ),
        ("{\"log\":{\"level\":\"loud\"}}", "/log/level: this must be debug, info, warning or error"),
        ("{\"contentState\":{\"omit\":[\"x\"]}}", "/contentState/omit: \"x\" is no field of the content state"),
        ("{\"limits\":{\"retryMax\":0}}", "/limits/retryMax: 0 is not within 1 and 86400"),
    ]

    @Test(arguments: wrong)
    func `each fault is said with its place and what helps`(_ text: String, _ fault: String) {
        #expect(faults(text) == [fault])
    }

    @Test func `all faults are said at once`() {
        #expect(faults("{\"a\":1,\"policy\":{\"b\":2,\"staleAfter\":true}}").count == 3)
    }

    @Test func `a file that is no JSON is said with its line`() {
        #expect(faults("{\n  \"policy\": {\n    \"staleAfter\": 1,\n  }\n}").first?.contains("(line 4)") == true)
    }

    @Test(arguments: [
        ("RELAY_POLICY_STALE_AFTER", "soon"), ("RELAY_POLICY_NUDGE_STEP", "3"), ("RELAY_LISTEN_PORT", "-1"),
        ("RELAY_LOG_LEVEL", "loud"),
    ])
    func `what is wrong with a value of the environment is said by its variable`(_ name: String, _ value: String) {
        #expect(faults("{}", [name: value]).map { $0.hasPrefix("\(name): ") } == [true])
    }

    @Test func `only loopback is served without tokens`() throws {
        for (host, isAllowed) in [
            ("127.0.0.1", true), ("localhost", true), ("::1", true), ("127.8.9.1", true), ("0.0.0.0", false),
            ("::", false), ("example.com", false), ("127.example.com", false), ("10.0.0.1", false),
        ] {
            var configuration = Configuration()
            configuration.listen = [.tcp(host: host, port: 1)]
            #expect(((try? configuration.checkExposure()) != nil) == isAllowed, "\(host)")
        }
    }

    // MARK: Access

    private static let webhookSecret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="

    @Test func `secrets for webhooks and subscribers are found where they are said to be`() throws {
        let environment = ["HOOK": Self.webhookSecret, "KEY": "0123456789abcdef0123456789abcdef"]
        for key in [#"{"env":"KEY"}"#, #"[{"env":"KEY"}]"#] {
            let text = #"{"auth":{"webhookSecrets":[{"env":"HOOK"}],"subscriberKey":\#(key)}}"#
            let configuration = try read(text, environment)
            #expect(configuration.webhookSecrets.count == 1)
            #expect(configuration.subscriberSecrets.map { $0.reveal() } == ["0123456789abcdef0123456789abcdef"])
        }
        #expect(try read(#"{"auth":{"webhookSecrets":[],"subscriberKey":null}}"#).subscriberSecrets.isEmpty)
    }

    @Test func `what is wrong with them is said, not shown`() {
        let environment = ["HOOK": "whsec_dG9vIHNob3J0", "KEY": "too-short-for-a-key"]
        let text = #"{"auth":{"webhookSecrets":[{"env":"HOOK"},{"env":"NONE"},"x"],"subscriberKey":{"env":"KEY"}}}"#
        let faults = faults(text, environment)
        #expect(faults.count == 4)
        for (fault, place) in zip(
            faults, ["webhookSecrets/0", "webhookSecrets/1", "webhookSecrets/2", "subscriberKey"])
        {
            #expect(fault.hasPrefix("/auth/\(place): "))
        }
        #expect(!faults.contains { fault in environment.values.contains { fault.contains($0) } })
    }

    @Test func `trusted proxies are addresses, ranges or unix`() throws {
        let text = #"{"listen":{"trustedProxies":["10.0.0.0/8","::1","unix"]}}"#
        let proxies = try read(text).proxies
        #expect(proxies.trusts(.unix))
        #expect(proxies.trusts(.ip(try #require(IPAddress("10.1.2.3")))))
        #expect(!proxies.trusts(.ip(try #require(IPAddress("127.0.0.1")))))
        let two = #"{"listen":[{"port":1,"trustedProxies":["::1"]},{"unix":"/tmp/x","trustedProxies":["unix"]}]}"#
        #expect(try read(two).proxies.trusts(.unix))
        #expect(
            faults(#"{"listen":{"trustedProxies":["10.0.0.0/40"]}}"#) == [
                "/listen/trustedProxies: \"10.0.0.0/40\" is no address, no range such as 10.0.0.0/8, and not \"unix\""
            ])
    }

    @Test func `signed events alone close the door, so that any address may be served`() throws {
        var configuration = Configuration()
        configuration.listen = [.tcp(host: "0.0.0.0", port: 8080)]
        #expect(throws: ConfigurationFaults.self) { try configuration.checkExposure() }
        configuration.webhookSecrets = [try #require(WebhookSecret(Self.webhookSecret))]
        #expect(throws: Never.self) { try configuration.checkExposure() }
    }

    @Test func `what a running relay cannot change is kept and named`() throws {
        let running = Configuration()
        var wanted = Configuration()
        #expect(wanted.keepWhatNeedsRestart(of: running) == [])
        wanted.listen = [.unix(path: "/tmp/x")]
        wanted.store = .memory
        wanted.limits.connections = 7
        wanted.limits.retryMax = 5
        #expect(wanted.keepWhatNeedsRestart(of: running) == ["listen", "store", "limits.connections"])
        #expect(wanted.listen == running.listen)
        #expect(wanted.store == running.store)
        #expect(wanted.limits.connections == running.limits.connections)
        #expect(wanted.limits.retryMax == 5)
    }

    @Test func `what a reload changes is named as in the file, a secret of the same name too`() throws {
        func read(_ token: String, _ more: String = "") throws -> Configuration {
            let auth = #"{"tokens":[{"name":"a","secret":{"env":"TOKEN"},"scopes":["read"]}]}"#
            return try self.read(#"{"auth":\#(auth)\#(more)}"#, ["TOKEN": token, "HOOK": Self.webhookSecret])
        }
        let running = try read("0123456789abcdef")
        #expect(try read("0123456789abcdef").changes(from: running) == [])
        #expect(try read("0123456789abcdeF").changes(from: running) == ["auth.tokens"])
        let more = #"""
            ,"listen":{"trustedProxies":["unix"]},"queueLabel":"#{position}","pausedLabel":null,
            "policy":{"nudgeStep":0.1},"log":{"level":"debug"},"limits":{"retryMax":5},
            "contentState":{"dates":"reference"},"defaultSender":null
            """#
        #expect(
            try read("0123456789abcdef", more).changes(from: running) == [
                "listen.trustedProxies", "defaultSender", "policy", "queueLabel", "pausedLabel", "contentState", "log",
                "limits",
            ])
    }

    @Test func `a file of certificates that was changed makes other settings`() throws {
        func sender(_ certificates: String) throws -> Configuration.SenderConfiguration? {
            let source = ConfigurationSource(environment: ["HOOK": Self.webhookSecret]) { _ in certificates }
            let hook = #"{"type":"webhook","url":"https://x","caFile":"ca.pem","secret":{"env":"HOOK"}}"#
            let text = #"{"senders":{"hook":\#(hook)},"defaultSender":"hook"}"#
            return try ConfigurationReader(source: source).read(text).senders["hook"]
        }
        let authority = String(decoding: try Descriptor.contents(of: TestCertificate.shared.caFile), as: UTF8.self)
        #expect(try sender(authority) == sender(authority))
        #expect(try sender(authority) != sender(authority + "\n"))
    }
}
