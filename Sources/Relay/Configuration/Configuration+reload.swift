import ActivityResolver

extension Configuration {
    /// Keeps what a running relay cannot change, as it is there; gives the names of the settings that differ.
    mutating func keepWhatNeedsRestart(of running: Configuration) -> [String] {
        var changed: [String] = []
        if listen != running.listen { changed.append("listen") }
        if store != running.store { changed.append("store") }
        if limits.connections != running.limits.connections { changed.append("limits.connections") }
        listen = running.listen
        store = running.store
        limits.connections = running.limits.connections
        return changed
    }

    /// What is other than in the running one, by its names in the file; what a named file or variable holds counts.
    func changes(from running: Configuration) -> [String] {
        let parts: [(name: String, isSame: Bool)] = [
            ("listen.trustedProxies", proxies == running.proxies), ("auth.tokens", tokens == running.tokens),
            ("auth.webhookSecrets", webhookSecrets == running.webhookSecrets),
            ("auth.subscriberKey", subscriberSecrets == running.subscriberSecrets),
            ("senders", senders == running.senders), ("defaultSender", defaultSender == running.defaultSender),
            ("policy", rules.policy == running.rules.policy), ("stages", rules.stages == running.rules.stages),
            ("queueLabel", rules.queueLabel == running.rules.queueLabel),
            ("pausedLabel", rules.pausedLabel == running.rules.pausedLabel),
            ("contentState", mapping == running.mapping), ("log", log == running.log),
            ("limits", limits == running.limits),
        ]
        return parts.filter { !$0.isSame }.map(\.name)
    }
}
