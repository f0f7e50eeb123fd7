import JSON
import Telemetry

extension ConfigurationReader {
    func readAuth(_ root: inout ConfigurationSection, _ configuration: inout Configuration) {
        var section = root.section("auth")
        for (path, value) in section.list("tokens") ?? [] {
            var token = ConfigurationSection(source, path: path, value)
            readToken(&token, &configuration)
            token.finish()
        }
        configuration.webhookSecrets = (section.list("webhookSecrets") ?? []).compactMap { path, value in
            readWebhookSecret(secretPlace(path, value))
        }
        configuration.subscriberSecrets = secretPlaces("subscriberKey", &section).compactMap { place in
            var place = place
            return readSecretText(&place, shortest: Self.shortestKey).map { Secret($0.text) }
        }
        section.finish()
    }

    /// Who has one token may try keys at leisure: so long that nobody finds it.
    private static let shortestKey = 32

    private func secretPlace(_ path: [String], _ value: JSONValue) -> ConfigurationSection {
        ConfigurationSection(source, path: path, value, otherwise: Self.noSecretHere)
    }

    /// Where one secret stands, or each of a list of them; none where the key is absent or null.
    func secretPlaces(_ key: String, _ section: inout ConfigurationSection) -> [ConfigurationSection] {
        let path = section.path + [key]
        switch section.value(key) {
        case nil, .null?: return []
        case .array(let elements)?: return elements.enumerated().map { secretPlace(path + [String($0)], $1) }
        case let value?: return [secretPlace(path, value)]
        }
    }

    private func readToken(_ section: inout ConfigurationSection, _ configuration: inout Configuration) {
        let name = section.text("name", nil) ?? ""
        if name.isEmpty { section.fault("name", "a token needs a name, to be told by in logs") }
        var scopes: Set<Configuration.Scope> = []
        let told = section.texts("scopes")
        for text in told {
            if let scope = Configuration.Scope(rawValue: text) {
                scopes.insert(scope)
            } else {
                let known = Configuration.Scope.allCases.map(\.rawValue).joined(separator: ", ")
                section.fault("scopes", "\"\(LogText.shortened(text))\" is none of \(known)")
            }
        }
        if told.isEmpty { section.fault("scopes", "a token opens at least one scope") }
        var place = section.section("secret", otherwise: Self.noSecretHere)
        guard let secret = readSecretText(&place).map({ Secret($0.text) }) else { return }
        if configuration.tokens.contains(where: { $0.secret.reveal() == secret.reveal() }) {
            section.fault("secret", "another token has the same secret")
        }
        configuration.tokens.append(.init(name: name, secret: secret, scopes: scopes))
    }

    static let noSecretHere = "a secret never stands in the file itself: {\"env\":\"NAME\"} or {\"file\":\"PATH\"}"

    /// A secret of one line, of `shortest` characters at least, and where it was found.
    func readSecretText(
        _ section: inout ConfigurationSection, shortest: Int = shortestSecret
    ) -> (text: String, origin: String)? {
        guard let (text, origin) = readSecretLines(&section) else { return nil }
        let lines = text.split(separator: "\n")
        let isToken = lines.first?.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ?? false
        guard lines.count == 1, isToken, lines[0].utf8.count >= shortest else {
            section.fault("\(origin) holds no secret: one line of \(shortest) or more visible characters")
            return nil
        }
        return (String(lines[0]), origin)
    }

    /// What stands where a secret is to be found, and where that was; it is never in the file itself:
    /// `{"env":"NAME"}` or `{"file":"PATH"}`.
    func readSecretLines(_ section: inout ConfigurationSection) -> (text: String, origin: String)? {
        guard section.isObject else { return nil }
        let env = section.text("env", nil)
        let file = section.text("file", nil)
        section.finish()
        switch (env, file) {
        case (let name?, nil) where Self.isVariable(name):
            return found(source.variable(name), "the environment variable \(name)", section)
        case (_?, nil):
            // Without its text: it may be the secret itself.
            section.fault("env", "this is the name of a variable that holds the secret: A-Z, a-z, 0-9 and _")
            return nil
        case (nil, let path?): return found(source.readFile(path), "the file \(path)", section)
        default:
            section.fault("this must be {\"env\":\"NAME\"} or {\"file\":\"PATH\"}")
            return nil
        }
    }

    private static func isVariable(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
            return false
        }
        return name.utf8.count <= 64
            && name.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_")
            }
            && !name.hasPrefix("whsec_")
    }

    /// Long enough that nobody guesses it.
    static let shortestSecret = 16

    private func found(
        _ text: String?, _ origin: String, _ section: ConfigurationSection
    ) -> (text: String, origin: String)? {
        if text == nil { section.fault("\(origin) cannot be read") }
        return text.map { ($0, origin) }
    }
}
