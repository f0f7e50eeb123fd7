import JSON
import TestSupport

/// One story of several activities and targets, told to a relay whose writes fail somewhere, and what it comes to.
final class FaultStory {
    /// Something that a client asks until it is answered.
    struct Step: Sendable {
        var path: String
        var body: String

        init(_ path: String, _ body: String) {
            self.path = path
            self.body = body
        }
    }

    /// What is there in the end, in words that name no instants.
    struct End: Equatable, CustomStringConvertible {
        /// By conversionId.
        var activities: [String: String] = [:]
        /// The last push that each target took, by target and conversionId.
        var shown: [String: String] = [:]
        /// Which conversionIds an alert was delivered for.
        var alerts: Set<String> = []

        var description: String {
            (activities.map { "\($0) is \($1)" } + shown.map { "\($0) shows \($1)" }).sorted()
                .joined(separator: "\n") + "\nalerts: \(alerts.sorted())"
        }
    }

    static let steps: [Step] = {
        let base = TestClock.now - 60
        var count = 0
        func event(_ id: String, _ more: String, subscriber: String, age: Double) -> String {
            count += 1
            return #"{"conversionId":"\#(id)","eventId":"e\#(count)","subscriberId":"\#(subscriber)","#
                + #""startedAt":\#(base - age),\#(more)}"#
        }
        func device(_ device: String, _ id: String, subscriber: String) -> Step {
            Step(
                "/v1/registrations",
                #"{"subscriberId":"\#(subscriber)","deviceId":"\#(device)","conversionId":"\#(id)","kind":"update","#
                    + #""sender":"hook","token":"place-of-\#(device)"}"#)
        }
        return [
            Step("/v1/events", event("a", #""progress":0.1,"trackTitle":"Rain""#, subscriber: "u", age: 30)),
            device("d1", "a", subscriber: "u"),
            // It has no device: what it shows is written to the log.
            Step("/v1/events", event("e", #""progress":0.2,"trackTitle":"Snow""#, subscriber: "x", age: 5)),
            Step("/v1/events", event("a", #""progress":0.3"#, subscriber: "u", age: 30)),
            Step(
                "/v1/events",
                "["
                    + [
                        event("b", #""queuePosition":3"#, subscriber: "v", age: 20),
                        event("c", #""progress":0.2,"trackTitle":"Wind""#, subscriber: "w", age: 10),
                        event("b", #""queuePosition":2"#, subscriber: "v", age: 20),
                    ].joined(separator: ",") + "]"),
            device("d2", "b", subscriber: "v"),
            device("d3", "c", subscriber: "w"),
            Step("/v1/events", event("c", #""progress":0.5,"alert":{"title":"Half"}"#, subscriber: "w", age: 10)),
            // The subscriber's next one takes the card of the one before.
            Step("/v1/events", event("d", #""progress":0.4,"type":"start""#, subscriber: "u", age: 0)),
            Step("/v1/events", event("b", #""type":"complete""#, subscriber: "v", age: 20)),
            device("d4", "d", subscriber: "u"),
            Step("/v1/events", event("d", #""progress":0.6,"status":"finalizing""#, subscriber: "u", age: 0)),
            Step("/v1/activities/c/end", #"{"phase":"failed"}"#),
            Step("/v1/events", event("e", #""type":"complete""#, subscriber: "x", age: 5)),
        ]
    }()

    private let folder = TemporaryFolder()
    private let receiver: WebhookReceiver
    private let shim: FaultShim
    private var relay: ServedRelay?
    private var linesBefore: [String] = []
    private var devices: [String: String] = [:]
    private var isDeadly = false

    init() throws {
        receiver = try WebhookReceiver(secrets: [HookedRelay.secrets[0]])
        shim = FaultShim(watching: folder)
    }

    /// Whether the fault has come, and how many operations there were.
    var hasCome: Bool { shim.hasCome }
    func count(of operations: FaultShim.Fault.Operations) -> Int { shim.count(of: operations) }

    // MARK: Telling it

    /// Tells it. `restarts`: whoever does not answer is ended at once, else asked again.
    func tell(_ fault: FaultShim.Fault?, restarts: Bool) throws {
        isDeadly = fault?.kind == .die || fault?.kind == .torn
        relay = try? start(shim.environment(fault))
        for step in Self.steps { try insist(step, restarts: restarts) }
    }

    /// Ends the relay as a power cut would, and starts another that has no faults.
    func restart() throws {
        relay?.crash()
        if let relay { linesBefore += relay.process.output.all() }
        relay = try start([:])
    }

    private func insist(_ step: Step, restarts: Bool) throws {
        for attempt in 0..<4 {
            if attempt > 0, restarts || !isAlive { try restart() }
            if relay == nil { try restart() }
            if isAnswered(step) { return }
        }
        throw Unanswered(step: step.path)
    }

    struct Unanswered: Error { var step: String }

    /// A process that was killed may answer no more before it has ended.
    private var isAlive: Bool {
        let isKilled = isDeadly && shim.hasCome
        return relay?.process.waitForExit(within: isKilled ? TestClock.patience : 0) == nil
    }

    private func isAnswered(_ step: Step) -> Bool {
        guard let answer = try? relay?.post(step.path, step.body) else { return false }
        if let device = JSONValue(step.body).text("/deviceId"), let id = answer.json.text("/id") {
            devices[id] = device
        }
        return (200..<300).contains(answer.status)
    }

    private func start(_ environment: [String: String]) throws -> ServedRelay {
        try ServedRelay(
            folder: folder,
            configuration: """
                {"senders":{"log":{"type":"log"},"hook":{"type":"webhook","url":"\(receiver.url)/hook",
                  "secret":{"env":"HOOK_SECRET"},"caFile":"\(receiver.certificate.caFile)","timeout":5}},
                 "defaultSender":"log","limits":{"retryMax":1},
                 "policy":{"minPushInterval":0.02,"ordinaryInterval":0.02}}
                """,
            environment: environment.merging(["HOOK_SECRET": HookedRelay.secrets[0]]) { $1 })
    }

    // MARK: The end

    /// What it has come to by now.
    func end() throws -> End {
        guard let relay else { return End() }
        var end = End()
        for id in ["a", "b", "c", "d", "e"] {
            let activity = try relay.get("/v1/activities/\(id)").json
            end.activities[id] = "\(activity.text("/phase") ?? "none"), \(Self.words(activity))"
        }
        let logged = (linesBefore + relay.process.output.lines).map { JSONValue($0) }
        let taken = receiver.requests.filter { $0.number("/answer") == 200 }.compactMap { $0["body"] }
        for push in logged + taken {
            let id = push.text("/conversionId") ?? "?"
            let target = push.text("/target") ?? "?"
            // How far the log is told of what gets a device is a matter of moments.
            if target == "log", id != "e" { continue }
            let isEnd = push.text("/event") == "end"
            end.shown["\(devices[target] ?? target) \(id)"] = (isEnd ? "the end, " : "") + Self.words(push)
            if push["alert"] != nil { end.alerts.insert(id) }
        }
        return end
    }

    private static func words(_ value: JSONValue) -> String {
        ["status", "displayStatus", "progress", "queuePosition", "trackTitle"]
            .map { value.at("/contentState/\($0)")?.canonical ?? "-" }.joined(separator: " ")
    }
}
