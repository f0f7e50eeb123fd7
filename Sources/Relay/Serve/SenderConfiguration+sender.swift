import Push

extension Configuration.SenderConfiguration {
    /// Whether it sends through libcurl.
    var usesCurl: Bool {
        switch self {
        case .log: false
        case .webhook, .apns: true
        }
    }

    /// The sender of that name that is configured so; `now` gives Unix seconds.
    func makeSender(_ name: String, _ pools: APNsPools, now: @escaping @Sendable () -> Double) -> any Sender {
        switch self {
        case .log: LogSender()
        case .webhook(let settings): WebhookSender(settings, now: now)
        case .apns(let settings): APNsSender(name: name, settings, pools, now: now)
        }
    }
}

extension SenderTraits {
    /// What the engine must know of this sender.
    init(_ sender: any Sender) {
        self.init(
            kind: sender.kind, takesStartTokens: sender.takesStartTokens, startDelay: sender.startDelay,
            tokenForm: sender.tokenForm)
    }
}
