import Crypto
import JSON
import TestSupport

/// A relay whose pushes go to a receiver of webhooks, by HTTPS and signed.
final class HookedRelay {
    static let secrets = [UInt8(7), 9].map { "whsec_" + Base64.standard.encode([UInt8](repeating: $0, count: 32)) }

    let receiver: WebhookReceiver
    let relay: ServedRelay

    /// - Parameters:
    ///   - folder: where its store is.
    ///   - timeout: when it gives a push up, seconds.
    ///   - defaultSender: `hook`, `log` or nil.
    ///   - caFile: the certificates that it trusts; nil: the receiver's authority.
    ///   - under: a program that runs it, and that program's own arguments.
    ///   - more: more members of the configuration, each with a comma before it.
    ///   - environment: more variables of its environment.
    init(
        receiver: WebhookReceiver? = nil, folder: TemporaryFolder = TemporaryFolder(), timeout: Double = 1,
        defaultSender: String? = "hook", caFile: String? = nil, under: [String] = [], more: String = "",
        environment: [String: String] = [:]
    ) throws {
        self.receiver = try receiver ?? WebhookReceiver(secrets: Self.secrets)
        relay = try ServedRelay(
            folder: folder,
            configuration: """
                {"senders":{"log":{"type":"log"},"hook":{"type":"webhook","url":"\(self.receiver.url)/hook",
                  "secret":[{"env":"HOOK_SECRET"},{"env":"HOOK_SECRET_2"}],
                  "caFile":"\(caFile ?? self.receiver.certificate.caFile)","timeout":\(timeout)}},
                 "defaultSender":\(defaultSender.map { "\"\($0)\"" } ?? "null"),
                 "limits":{"retryMax":1},"policy":{"minPushInterval":0.02,"ordinaryInterval":0.02}\(more)}
                """,
            under: under,
            environment: ["HOOK_SECRET": Self.secrets[0], "HOOK_SECRET_2": Self.secrets[1]]
                .merging(environment) { $1 })
    }

    /// Posts that a piece of work has come so far.
    func progress(_ id: String, _ progress: Double, _ more: String = "") throws {
        try relay.event(#"{"conversionId":"\#(id)","status":"generating","progress":\#(progress)\#(more)}"#)
    }

    /// Registers a device with the sender `hook`, and gives the registration's id.
    func register(_ id: String, _ device: String, subscriber: String = "u") throws -> String {
        let answer = try relay.post(
            "/v1/registrations",
            #"{"subscriberId":"\#(subscriber)","deviceId":"\#(device)","conversionId":"\#(id)","kind":"update","#
                + #""sender":"hook","token":"place-of-\#(device)-long-enough"}"#)
        return answer.json.text("/id") ?? ""
    }

    /// The requests that were answered 200, of one activity or target.
    func taken(_ pointer: String, _ value: String) -> [JSONValue] {
        receiver.requests.filter { $0.text("/body/\(pointer)") == value && $0.number("/answer") == 200 }
    }

    /// Waits until the receiver has taken a push of that activity or target with that progress.
    func hasTaken(_ pointer: String, _ value: String, progress: Double) -> Bool {
        let request = receiver.request {
            $0.text("/body/\(pointer)") == value && $0.number("/answer") == 200
                && $0.number("/body/contentState/progress") == progress
        }
        return request != nil
    }
}
