import Crypto
import Dispatch
import Glibc
import JSON
import Synchronization
import TestSupport
import Testing

/// SIGHUP: the configuration is read anew, with nothing lost.
@Suite(.timeLimit(.minutes(20))) struct ReloadingTests {
    private static let done = "message=\"the configuration was reloaded\""
    private static let refused = "message=\"the configuration was not reloaded; the one of before stays\""

    /// Writes a configuration, asks for it, and waits until it is taken or refused; whether it was taken.
    private static func reload(_ relay: ServedRelay, _ configuration: String? = nil) throws -> Bool {
        func count(_ text: String) -> Int { relay.process.errors.lines.count { $0.contains(text) } }
        if let configuration { relay.folder.write("relay.json", configuration) }
        let (taken, refusals) = (count(done), count(refused))
        relay.process.terminate(SIGHUP)
        let isOver = TestClock.eventually { count(done) > taken || count(refused) > refusals }
        #expect(isOver, "nothing was said of a reload")
        return count(done) > taken
    }

    private static func bearer(_ token: String) -> [(String, String)] { [("Authorization", "Bearer \(token)")] }

    private static func tokens(_ names: String..., more: String = "") -> String {
        let tokens = names.map { #"{"name":"\#($0)","secret":{"file":"\#($0).txt"},"scopes":["admin"]}"# }
        return #"{"auth":{"tokens":[\#(tokens.joined(separator: ","))]}\#(more)}"#
    }

    /// A relay whose tokens stand in files of their names.
    private static func relay(_ configuration: String) throws -> ServedRelay {
        let folder = TemporaryFolder()
        for name in ["one", "two", "three"] { folder.write("\(name).txt", "the-token-called-\(name)") }
        return try ServedRelay(folder: folder, configuration: configuration)
    }

    private static func status(_ relay: ServedRelay, _ name: String) throws -> Int {
        try relay.get("/v1/activities", headers: bearer("the-token-called-\(name)")).status
    }

    // MARK: Tokens

    @Test func `a token that was taken out is refused after, a new one taken, and both in between`() throws {
        let relay = try Self.relay(Self.tokens("one"))
        #expect(try Self.status(relay, "one") == 200 && Self.status(relay, "two") == 401)
        #expect(try Self.reload(relay, Self.tokens("one", "two")))
        #expect(try Self.status(relay, "one") == 200 && Self.status(relay, "two") == 200)
        #expect(try Self.reload(relay, Self.tokens("two")))
        #expect(try Self.status(relay, "one") == 401 && Self.status(relay, "two") == 200)
    }

    @Test func `a file of a secret that was written anew counts`() throws {
        let relay = try Self.relay(Self.tokens("one"))
        relay.folder.write("one.txt", "the-token-called-three")
        #expect(try Self.status(relay, "one") == 200)
        #expect(try Self.reload(relay))
        #expect(relay.process.errors.line { $0.contains(Self.done + " changed=auth.tokens ") } != nil)
        #expect(try Self.status(relay, "one") == 401 && Self.status(relay, "three") == 200)
    }

    @Test func `webhook secrets and the key of subscribers' tokens are read anew`() throws {
        func more(_ key: String) -> String {
            #"{"auth":{"tokens":[{"name":"one","secret":{"file":"one.txt"},"scopes":["admin"]}],"#
                + #""webhookSecrets":[{"file":"hook.txt"}],"subscriberKey":{"file":"\#(key).txt"}}}"#
        }
        let folder = TemporaryFolder()
        folder.write("one.txt", "the-token-called-one")
        for name in ["key-1", "key-2"] { folder.write("\(name).txt", "\(name)-of-thirty-two-characters-or-more") }
        let keys = [UInt8(1), 2].map { [UInt8](repeating: $0, count: 32) }
        folder.write("hook.txt", "whsec_" + Base64.standard.encode(keys[0]))
        let relay = try ServedRelay(folder: folder, configuration: more("key-1"))
        func subscriber() throws -> String {
            try relay.post("/v1/subscribers/u/token", "", headers: Self.bearer("the-token-called-one")).json.text(
                "/token")
                ?? ""
        }
        func signed(_ key: [UInt8]) throws -> Int {
            let (body, at) = (#"{"conversionId":"a"}"#, Int(TestClock.now))
            let code = try HMACSHA256.authenticate(Array("m.\(at).\(body)".utf8), key: key)
            let headers = [
                ("webhook-id", "m"), ("webhook-timestamp", "\(at)"),
                ("webhook-signature", "v1," + Base64.standard.encode(code)),
            ]
            return try relay.event(body, headers: headers).status
        }
        func mayRead(_ token: String) throws -> Bool {
            try relay.get("/v1/activities?subscriberId=u", headers: Self.bearer(token)).status == 200
        }
        let old = try subscriber()
        #expect(try mayRead(old) && signed(keys[0]) == 202 && signed(keys[1]) == 401)
        folder.write("hook.txt", "whsec_" + Base64.standard.encode(keys[1]))
        #expect(try Self.reload(relay, more("key-2")))
        let new = try subscriber()
        #expect(try !mayRead(old) && mayRead(new) && signed(keys[0]) == 401 && signed(keys[1]) == 200)
    }

    // MARK: What is refused

    @Test(arguments: [
        (tokens("two", more: #","policy":{"staleAftr":1},"stages":[]"#), ["/policy/staleAftr", "/stages"]),
        ("no JSON", ["relay.json"]), (tokens("two", "four"), ["/auth/tokens/1/secret"]),
        (tokens("two", more: #","defaultSender":"nobody""#), ["/defaultSender"]),
    ])
    func `a configuration that is not right changes nothing, and each fault is said`(
        _ configuration: String, _ places: [String]
    ) throws {
        let relay = try Self.relay(Self.tokens("one"))
        #expect(try !Self.reload(relay, configuration))
        #expect(try Self.status(relay, "one") == 200 && Self.status(relay, "two") == 401)
        let errors = relay.process.errors.lines.filter { $0.contains("level=error") }
        for place in places { #expect(errors.contains { $0.contains(place) }, "\(place): \(errors)") }
        #expect(try Self.reload(relay, Self.tokens("two")), "the next one may be right")
        #expect(try Self.status(relay, "two") == 200)
    }

    @Test func `a file that is gone, and a door left open, change nothing`() throws {
        let folder = TemporaryFolder()
        folder.write("one.txt", "the-token-called-one")
        let relay = try ServedRelay(
            folder: folder, configuration: Self.tokens("one"),
            arguments: ["--listen", "0.0.0.0:0", "--store", "sqlite::memory:"])
        #expect(try !Self.reload(relay, "{}"), "it is served to all")
        #expect(try Self.status(relay, "one") == 200 && Self.status(relay, "two") == 401)
        unlink(folder.path("relay.json"))
        #expect(try !Self.reload(relay))
        #expect(try Self.status(relay, "one") == 200)
    }

    @Test func `what needs a restart is said, and the rest applied`() throws {
        let relay = try Self.relay(Self.tokens("one", more: #","listen":{"port":0},"store":{"url":"sqlite:a.db"}"#))
        // The command line goes before the file, so these two are the same as before.
        #expect(
            try Self.reload(relay, Self.tokens("one", more: #","listen":{"port":1},"store":{"url":"sqlite:b.db"}"#)))
        #expect(!relay.process.errors.lines.contains { $0.contains("needs a restart") })
        let folder = TemporaryFolder()
        let plain = try ServedRelay(
            folder: folder, configuration: #"{"listen":{"port":0},"store":{"url":"sqlite:a.db"}}"#, arguments: [])
        let more =
            #"{"listen":{"port":1,"trustedProxies":["127.0.0.1"]},"store":{"url":"sqlite:b.db"},"pausedLabel":"Halt"}"#
        #expect(try Self.reload(plain, more))
        let lines = plain.process.errors.lines.filter { $0.contains("needs a restart") }
        #expect(lines.count == 2 && lines[0].contains("setting=listen") && lines[1].contains("setting=store"))
        #expect(
            try plain.event(#"{"conversionId":"a","type":"pause"}"#).json.text("/contentState/displayStatus") == "Halt")
        #expect(!folder.names().contains("b.db"))
    }

    // MARK: What is applied

    @Test func `words, limits and the log are those of the new one`() throws {
        let relay = try ServedRelay(configuration: "{}")
        try relay.event(#"{"conversionId":"a","status":"generating"}"#)
        #expect(try Self.reload(relay, #"{"pausedLabel":"Halt","limits":{"eventIds":0},"log":{"level":"debug"}}"#))
        let answer = try relay.event(#"{"conversionId":"a","type":"pause","eventId":"1"}"#)
        #expect(answer.json.text("/contentState/displayStatus") == "Halt")
        #expect(try relay.get("/v1/activities/a").json.text("/contentState/displayStatus") == "Halt")
        _ = try relay.get("/v1/activities/none", headers: [("X-Request-Id", "first")])
        #expect(relay.process.waitForLine { $0.contains("level=debug") && $0.contains("requestId=first") } != nil)
        relay.folder.write("relay.json", #"{"log":{"format":"json"}}"#)
        relay.process.terminate(SIGHUP)
        let line = try #require(relay.process.waitForLine { $0.hasPrefix("{") })
        #expect(JSONValue(line).text("/message") == "the configuration was reloaded")
        _ = try relay.get("/v1/activities/none", headers: [("X-Request-Id", "second")])
        relay.stop()
        #expect(!relay.process.errors.all().contains { $0.contains("second") }, "debug is off again")
    }

    // MARK: Senders

    private static func hook(
        _ receiver: WebhookReceiver, _ path: String = "/hook", timeout: Double = 5, secret: Int = 0, more: String = ""
    ) -> String {
        """
        {"senders":{"log":{"type":"log"},"hook":{"type":"webhook","url":"\(receiver.url)\(path)",
          "secret":{"env":"HOOK_\(secret)"},"caFile":"\(receiver.certificate.caFile)","timeout":\(timeout)}},
         "defaultSender":"hook","limits":{"retryMax":1},"policy":{"minPushInterval":0.02,"ordinaryInterval":0.02}\(more)}
        """
    }

    private static func hooked(_ configuration: String) throws -> ServedRelay {
        try ServedRelay(
            configuration: configuration,
            environment: ["HOOK_0": HookedRelay.secrets[0], "HOOK_1": HookedRelay.secrets[1]])
    }

    private static func hasTaken(_ receiver: WebhookReceiver, _ id: String, _ progress: Double) -> JSONValue? {
        receiver.request {
            $0.text("/body/conversionId") == id && $0.number("/body/contentState/progress") == progress
                && $0.number("/answer") == 200
        }
    }

    @Test func `a hundred reloads under load lose no request and no push`() throws {
        let receiver = try WebhookReceiver(secrets: HookedRelay.secrets)
        let relay = try Self.hooked(Self.hook(receiver))
        let port = relay.port
        let isOver = Atomic(false)
        let sent = Mutex<[Int]>([0, 0, 0, 0])
        let refusals = Mutex<[String]>([])
        let load = DispatchGroup()
        for thread in 0..<4 {
            DispatchQueue(label: "load-\(thread)").async(group: load) {
                do {
                    let client = try HTTPClient(port: port)
                    while !isOver.load(ordering: .acquiring) {
                        let number = sent.withLock { $0[thread] } + 1
                        let body =
                            #"{"conversionId":"t-\#(thread)-\#(number % 10)","eventId":"\#(number)","#
                            + #""status":"generating","trackTitle":"\#(number)"}"#
                        let answer = try client.request(
                            "POST", "/v1/events", headers: [("Content-Type", "application/json")],
                            body: Array(body.utf8))
                        if answer.status != 202 { refusals.withLock { $0.append("\(answer.status) \(answer.text)") } }
                        sent.withLock { $0[thread] = number }
                    }
                } catch {
                    refusals.withLock { $0.append("\(error)") }
                }
            }
        }
        for number in 0..<100 {
            // Another sender each time but every third, and other rules.
            let words = #","pausedLabel":"Halt \#(number)""#
            let timeout = number % 3 == 0 ? 5 : Double(5 + number)
            #expect(try Self.reload(relay, Self.hook(receiver, timeout: timeout, secret: number % 2, more: words)))
        }
        isOver.store(true, ordering: .releasing)
        load.wait()
        #expect(refusals.withLock { $0 } == [])
        let counts = sent.withLock { $0 }
        for (thread, count) in counts.enumerated() {
            #expect(count > 0)
            for number in max(1, count - 9)...count {
                let isThere = receiver.request {
                    $0.text("/body/conversionId") == "t-\(thread)-\(number % 10)" && $0.number("/answer") == 200
                        && $0.text("/body/contentState/trackTitle") == "\(number)"
                }
                #expect(isThere?.at("/verified/0") != nil, "\(thread) \(number)")
            }
        }
        #expect(relay.stop() == 0)
    }

    @Test func `a sender that did not change keeps its connection, one that did is made anew`() throws {
        let receiver = try WebhookReceiver(secrets: HookedRelay.secrets)
        let relay = try Self.hooked(Self.hook(receiver))
        func connection(_ progress: Double) throws -> Double? {
            try relay.event(#"{"conversionId":"a","status":"generating","progress":\#(progress)}"#)
            return Self.hasTaken(receiver, "a", progress)?.number("/connection")
        }
        let first = try connection(0.1)
        #expect(try Self.reload(relay, Self.hook(receiver, more: #","pausedLabel":"Halt""#)))
        #expect(try connection(0.2) == first)
        #expect(try Self.reload(relay, Self.hook(receiver, "/other")))
        #expect(try connection(0.3) != first)
        #expect(Self.hasTaken(receiver, "a", 0.3)?.text("/path") == "/other")
    }

    @Test func `what is under way with a sender that is replaced comes to its end`() throws {
        let receiver = try WebhookReceiver(secrets: HookedRelay.secrets)
        let relay = try Self.hooked(Self.hook(receiver, timeout: 1))
        try receiver.tell(.hang, path: "/hook")
        try relay.event(#"{"conversionId":"a","status":"generating","progress":0.1}"#)
        #expect(receiver.request { $0.text("/path") == "/hook" } != nil)
        #expect(try Self.reload(relay, Self.hook(receiver, "/other")))
        // Nobody answers the first; it is repeated by the sender that is there now.
        #expect(Self.hasTaken(receiver, "a", 0.1)?.text("/path") == "/other")
        #expect(relay.stop() == 0)
    }

    @Test func `what a removed sender owes is kept and said, and sent when it is there again`() throws {
        let receiver = try WebhookReceiver(secrets: HookedRelay.secrets)
        let relay = try Self.hooked(Self.hook(receiver))
        try relay.event(#"{"conversionId":"a","status":"generating","progress":0.1}"#)
        #expect(Self.hasTaken(receiver, "a", 0.1) != nil)
        #expect(
            try Self.reload(
                relay, #"{"limits":{"retryMax":1},"policy":{"minPushInterval":0.02,"ordinaryInterval":0.02}}"#))
        try relay.event(#"{"conversionId":"a","progress":0.2}"#)
        #expect(relay.process.waitForLine { $0.contains(#"there is no sender \"hook\" in the configuration"#) } != nil)
        // It is tried again and again meanwhile.
        #expect(
            try TestClock.eventually {
                try relay.get("/v1/activities/a").json.text("/targets/0/owed/reason") == "retry"
            })
        #expect(try Self.reload(relay, Self.hook(receiver)))
        #expect(Self.hasTaken(receiver, "a", 0.2) != nil)
    }

    @Test func `apps on one key share their connection when one of them changes`() throws {
        let apns = try SimulatedAPNs()
        func configuration(_ startDelay: Int, second: Bool = true) -> String {
            func sender(_ startDelay: Int) -> String {
                """
                {"type":"apns","teamId":"\(SimulatedAPNs.teamId)","keyId":"\(SimulatedAPNs.keyId)",
                 "key":{"file":"\(apns.keyFile)"},"bundleId":"\(SimulatedAPNs.bundleId)","url":"\(apns.url)",
                 "caFile":"\(apns.caFile)","startDelay":\(startDelay)}
                """
            }
            return """
                {"senders":{"apns":\(sender(startDelay))\(second ? ",\"other\":\(sender(2))" : "")},"defaultSender":null,
                 "policy":{"minPushInterval":0.02,"ordinaryInterval":0.02}}
                """
        }
        let relay = try ServedRelay(configuration: configuration(2))
        try relay.event(#"{"conversionId":"a","subscriberId":"u","status":"generating"}"#)
        for (number, sender) in ["apns", "other"].enumerated() {
            try relay.post(
                "/v1/registrations",
                #"{"subscriberId":"u","kind":"update","conversionId":"a","sender":"\#(sender)","deviceId":"\#(sender)","#
                    + #""token":"\#(SimulatedAPNs.token(number))"}"#)
        }
        func hasTaken(_ number: Int, _ progress: Double) throws -> Bool {
            try TestClock.eventually {
                try apns.device(SimulatedAPNs.token(number)).number("/contentState/progress") == progress
            }
        }
        #expect(try hasTaken(0, 0) && hasTaken(1, 0))
        for (startDelay, second, progress) in [
            (3, true, 0.1), (4, true, 0.2), (5, true, 0.3), (6, false, 0.4), (7, false, 0.5),
        ] {
            #expect(try Self.reload(relay, configuration(startDelay, second: second)))
            try relay.event(#"{"conversionId":"a","progress":\#(progress)}"#)
            #expect(try hasTaken(0, progress))
            if second { #expect(try hasTaken(1, progress)) }
        }
        #expect(try apns.stats().number("/connectionsOpened") == 1)
        // The last sender of the key goes, and comes back.
        #expect(try Self.reload(relay, #"{"defaultSender":null}"#))
        #expect(try Self.reload(relay, configuration(2)))
        try relay.event(#"{"conversionId":"a","progress":0.9}"#)
        #expect(try hasTaken(0, 0.9) && hasTaken(1, 0.9))
        #expect(try apns.stats().number("/connectionsOpened") == 2)
        #expect(try apns.objections() == [])
        #expect(relay.stop() == 0)
    }

    @Test func `a stop right after a reload ends as any other`() throws {
        let relay = try ServedRelay(configuration: "{}")
        for _ in 0..<20 { relay.process.terminate(SIGHUP) }
        #expect(relay.stop() == 0)
    }
}
