import Crypto
import JSON
import Push

extension ConfigurationReader {
    func readSenders(_ root: inout ConfigurationSection, _ configuration: inout Configuration) {
        var names = Set(configuration.senders.keys)
        if let senders = root.map("senders") {
            configuration.senders = [:]
            names = Set(senders.map(\.name))
            for (name, path, value) in senders {
                var section = ConfigurationSection(source, path: path, value)
                configuration.senders[name] = readSender(&section, configuration)
            }
        }
        configuration.defaultSender = root.text("defaultSender", configuration.defaultSender)
        if let name = configuration.defaultSender, !names.contains(name) {
            let known = names.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
            root.fault(
                "defaultSender",
                "there is no sender of the name \"\(LogText.shortened(name))\"; it is one of \(known), or null")
        }
    }

    private func readSender(
        _ section: inout ConfigurationSection, _ configuration: Configuration
    ) -> Configuration.SenderConfiguration? {
        switch section.text("type", nil) {
        case "log":
            section.finish()
            return .log
        case "webhook": return readWebhook(&section)
        case "apns": return readAPNs(&section, configuration)
        case "fcm": section.fault("type", "senders of the type fcm are not supported by this version")
        case .some: section.fault("type", "this must be log, webhook, apns or fcm")
        case nil: section.fault("type", "this is missing: log, webhook, apns or fcm")
        }
        return nil
    }

    private func readWebhook(_ section: inout ConfigurationSection) -> Configuration.SenderConfiguration? {
        defer { section.finish() }
        let secrets = readWebhookSecrets(&section)
        guard let connection = readConnection(&section) else { return nil }
        return .webhook(WebhookSettings(connection: connection, secrets: secrets))
    }

    /// Where a sender connects to, and how; `requiresURL`: whether it has no URL of its own, else an empty one is given.
    func readConnection(_ section: inout ConfigurationSection, requiresURL: Bool = true) -> CurlSettings? {
        let caFile = readCAFile(&section)
        let timeout = section.number("timeout", 10, 0.1...300)
        let url = section.text("url", nil)
        if url == nil && requiresURL {
            section.fault("url", "this is missing: where the pushes go")
            return nil
        }
        do {
            if let url { _ = try CurlURL(url) }
        } catch {
            section.fault("url", error.message)
            return nil
        }
        var settings = CurlSettings(url: url ?? "")
        settings.caFile = caFile?.path
        settings.caDigest = caFile?.digest ?? []
        settings.timeout = timeout
        settings.userAgent = "activity-relay/\(Version.text)"
        return settings
    }

    private func readCAFile(_ section: inout ConfigurationSection) -> (path: String, digest: [UInt8])? {
        guard let path = section.text("caFile", nil) else { return nil }
        guard let text = source.readFile(path) else {
            section.fault("caFile", "the file \(path) cannot be read")
            return nil
        }
        if PEMCertificates.count(in: text) == nil {
            section.fault("caFile", "the file \(path) holds no certificate (PEM)")
        }
        return (path, SHA256.digest(Array(text.utf8)))
    }

    /// One secret, or several that sign side by side while receivers change from one to the other.
    private func readWebhookSecrets(_ section: inout ConfigurationSection) -> [WebhookSecret] {
        let places = secretPlaces("secret", &section)
        if places.isEmpty { section.fault("secret", "a webhook signs what it sends: it needs a secret") }
        return places.compactMap(readWebhookSecret)
    }

    /// A secret of Standard Webhooks.
    func readWebhookSecret(_ place: ConfigurationSection) -> WebhookSecret? {
        var place = place
        guard let (text, origin) = readSecretText(&place, shortest: 1) else { return nil }
        guard let secret = WebhookSecret(text) else {
            place.fault(
                "\(origin) holds no Standard Webhooks secret: \"whsec_\" and the Base64 of 24 to 64 bytes, as "
                    + "openssl rand -base64 32 makes it")
            return nil
        }
        return secret
    }
}
