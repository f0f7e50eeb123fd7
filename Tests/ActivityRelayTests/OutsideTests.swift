import Glibc
import JSON
import TestSupport
import Testing

/// A world that does not keep still: clocks that are set, a process that is stopped, services that are not there yet.
@Suite(.timeLimit(.minutes(20))) struct `Outside` {
    // MARK: Stopped

    /// How long the process is stopped, seconds: with STOPPED in the environment as long as that says.
    static let pause = getenv("STOPPED").flatMap { Double(String(cString: $0)) } ?? 2.5

    @Test func `a process that was stopped does what came due once, and answers what came meanwhile`() throws {
        let relay = try ServedRelay()
        let at = TestClock.now + Self.pause / 2
        try relay.event(
            #"{"conversionId":"a","progress":0.1,"boundary":{"at":\#(at),"displayStatus":"Mixing"}}"#)
        try Durability.settle(relay, "a")
        relay.process.terminate(SIGSTOP)
        let stopped = TestClock.now
        let client = try HTTPClient(port: relay.port)
        try client.sendRequest("POST", "/v1/events", body: Array(#"{"conversionId":"b","progress":0.2}"#.utf8))
        TestClock.wait(until: stopped + Self.pause)
        relay.process.terminate(SIGCONT)
        #expect(try client.readAnswer().status == 202)
        #expect(relay.push { $0.text("/conversionId") == "b" } != nil)
        let boundary = relay.push { $0.text("/reason") == "boundary" }
        #expect(boundary?.text("/contentState/displayStatus") == "Mixing")
        #expect(boundary?.number("/sentAt") ?? 0 >= stopped + Self.pause - 0.1)
        try Durability.settle(relay, "a")
        #expect(try relay.settledPushes().count == 3)
    }

    // MARK: Clocks

    @Test(.enabled(if: FaultShim.isThere, "there is no C compiler to build the moved clock with"))
    func `a clock set ahead has what came due done at once, and only once`() throws {
        let folder = TemporaryFolder()
        let shim = FaultShim(watching: folder)
        let relay = try ServedRelay(folder: folder, environment: shim.environment())
        let begin = TestClock.now
        try relay.event(
            #"{"conversionId":"a","progress":0.1,"boundary":{"at":\#(begin + 100),"displayStatus":"Mixing"}}"#)
        try Durability.settle(relay, "a")
        shim.setClock(ahead: 200)
        let push = relay.push { $0.text("/reason") == "boundary" }
        #expect(push?.number("/sentAt") ?? 0 >= begin + 200)
        try Durability.settle(relay, "a")
        #expect(try relay.settledPushes().count == 2)
    }

    @Test(.enabled(if: FaultShim.isThere, "there is no C compiler to build the moved clock with"))
    func `a clock set back keeps no push back, and fires nothing twice`() throws {
        let folder = TemporaryFolder()
        let shim = FaultShim(watching: folder)
        shim.setClock(ahead: 3600)
        let relay = try ServedRelay(folder: folder, environment: shim.environment())
        let ahead = TestClock.now + 3600
        try relay.event(
            #"{"conversionId":"a","progress":0.1,"boundary":{"at":\#(ahead + 0.5),"displayStatus":"Mixing"}}"#)
        #expect(relay.push { $0.text("/reason") == "boundary" } != nil)
        try Durability.settle(relay, "a")
        shim.setClock(ahead: 0)
        try relay.event(#"{"conversionId":"a","trackTitle":"Rain"}"#)
        #expect(relay.push { $0.text("/contentState/trackTitle") == "Rain" } != nil)
        try relay.event(#"{"conversionId":"a","type":"complete"}"#)
        #expect(relay.push { $0.text("/event") == "end" } != nil)
        try Durability.settle(relay, "a")
        #expect(try relay.settledPushes().count { $0.text("/reason") == "boundary" } == 1)
    }

    // MARK: Not there yet

    @Test(.enabled(if: FaultShim.isThere, "there is no C compiler to build the missing names with"))
    func `a name that cannot be looked up at the start keeps nobody waiting, and its pushes come once it can`() throws {
        let receiver = try WebhookReceiver(secrets: [HookedRelay.secrets[0]])
        let folder = TemporaryFolder()
        let shim = FaultShim(watching: folder)
        let relay = try ServedRelay(
            folder: folder,
            configuration: """
                {"senders":{"hook":{"type":"webhook","url":"https://hooks.invalid:\(receiver.port)/hook",
                  "secret":{"env":"HOOK_SECRET"},"caFile":"\(receiver.certificate.caFile)"}},
                 "defaultSender":"hook","limits":{"retryMax":1}}
                """,
            environment: shim.environment().merging(["HOOK_SECRET": HookedRelay.secrets[0]]) { $1 })
        #expect(try relay.event(#"{"conversionId":"a","progress":0.3}"#).status == 202)
        #expect(try TestClock.eventually { try relay.get("/readyz").json.text("/failingSenders/hook") != nil })
        let ready = try relay.get("/readyz")
        #expect(ready.status == 200)
        #expect(ready.json.text("/failingSenders/hook")?.contains("hooks.invalid") == true, "\(ready.text)")
        shim.giveNames()
        let request = receiver.request()
        #expect(request?.number("/body/contentState/progress") == 0.3)
        #expect(request?.number("/answer") == 200)
        #expect(try TestClock.eventually { try relay.get("/readyz").json["failingSenders"] == nil })
    }

    @Test func `an APNs that is away at the start keeps nobody waiting, and its pushes come once it is there`() throws {
        let folder = TemporaryFolder()
        let apns = try SimulatedAPNs(folder: folder)
        try apns.fault(#"{"accepting":false}"#)
        let pushed = try APNsRelay(apns, folder: folder)
        let cards = try pushed.cards(20)
        try pushed.step(cards, 0.4)
        #expect(try TestClock.eventually { try pushed.relay.get("/readyz").json.text("/failingSenders/apns") != nil })
        #expect(try pushed.relay.get("/readyz").status == 200)
        try apns.fault(#"{"accepting":true}"#)
        #expect(try pushed.show(cards, 0.4))
        try pushed.check(cards)
    }
}
