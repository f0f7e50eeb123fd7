import Crypto
import JSON
import Push

extension ConfigurationReader {
    func readAPNs(
        _ section: inout ConfigurationSection, _ configuration: Configuration
    ) -> Configuration.SenderConfiguration? {
        defer { section.finish() }
        let teamId = readAppleId("teamId", "the team's id", &section)
        let production = readKey(&section, teamId)
        let sandbox = readSandboxKey(&section, teamId)
        let bundleId = readBundleId(&section)
        let mapping = readMapping(&section, before: configuration.mapping)
        let attributes = readAttributes(&section)
        let connection = readConnection(&section, requiresURL: false)
        let startDelay = section.number("startDelay", 2, 0...3600)
        guard let production, let bundleId, let connection else { return nil }
        let app = APNsApp(bundleId: bundleId, mapping: mapping, attributes: attributes)
        var settings = APNsSettings(app: app, production: production, sandbox: sandbox ?? production)
        settings.url = connection.url.isEmpty ? nil : readBase(connection.url, section)
        settings.caFile = connection.caFile
        settings.caDigest = connection.caDigest
        settings.timeout = connection.timeout
        settings.userAgent = connection.userAgent
        settings.startDelay = startDelay
        return .apns(settings)
    }

    // MARK: Keys

    /// Apple's ids have so many characters.
    private static let idLength = 10

    private func readAppleId(_ key: String, _ meaning: String, _ section: inout ConfigurationSection) -> String? {
        guard let id = section.text(key, nil) else {
            section.fault(key, "this is missing: \(meaning), \(Self.idLength) letters and digits")
            return nil
        }
        guard id.utf8.count == Self.idLength, id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            section.fault(key, "\(meaning) has \(Self.idLength) letters and digits")
            return nil
        }
        return id
    }

    /// The key of the environment that the section is for.
    private func readKey(_ section: inout ConfigurationSection, _ teamId: String?) -> APNsKey? {
        let keyId = readAppleId("keyId", "the key's id", &section)
        var place = section.section("key", otherwise: Self.noSecretHere)
        guard let (text, origin) = readSecretLines(&place) else { return nil }
        if let keyId, let other = Self.keyId(inNameOf: origin), other != keyId {
            source.note(place.pointer(), "\(origin) is, by its name, the key \(other), not \(keyId)")
        }
        do throws(CryptoError) {
            let key = try ES256PrivateKey(pem: text)
            guard let keyId, let teamId else { return nil }
            return try APNsKey(teamId: teamId, keyId: keyId, key: key)
        } catch {
            place.fault("\(origin) holds no key of Apple's (the .p8 file as it was downloaded)")
            return nil
        }
    }

    /// The id in the name that Apple gives a key's file.
    private static func keyId(inNameOf origin: String) -> Substring? {
        guard let name = origin.split(separator: "/").last,
            let match = name.wholeMatch(of: /AuthKey_([A-Za-z0-9]{10})\.p8/)
        else { return nil }
        return match.1
    }

    /// The key for debug builds, where there is one of its own.
    private func readSandboxKey(_ section: inout ConfigurationSection, _ teamId: String?) -> APNsKey? {
        let value = section.value("sandbox")
        guard let value, value != .null else { return nil }
        var sandbox = ConfigurationSection(source, path: section.path + ["sandbox"], value)
        defer { sandbox.finish() }
        return readKey(&sandbox, teamId)
    }

    // MARK: The app

    private func readBundleId(_ section: inout ConfigurationSection) -> String? {
        guard let id = section.text("bundleId", nil) else {
            section.fault("bundleId", "this is missing: the app's bundle id, such as com.example.app")
            return nil
        }
        guard !id.hasSuffix(APNsApp.topicSuffix) else {
            section.fault("bundleId", "this is the app's own: \"\(APNsApp.topicSuffix)\" is added to it")
            return nil
        }
        // The characters of Apple's CFBundleIdentifier.
        guard !id.isEmpty, id.utf8.count <= 155,
            id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") })
        else {
            section.fault("bundleId", "a bundle id is of letters, digits, - and .")
            return nil
        }
        return id
    }

    /// Of a push of 4,096 bytes the attributes get no more than this, bytes.
    private static let mostAttributes = 1024

    private func readAttributes(_ section: inout ConfigurationSection) -> CardAttributes {
        let members = (section.map("attributes") ?? []).map { JSONMember(name: $0.name, value: $0.value) }
        if JSONValue.object(members).canonical.utf8.count > Self.mostAttributes {
            section.fault("attributes", "these are longer than \(Self.mostAttributes) bytes")
        }
        return CardAttributes(members)
    }

    /// A host in place of Apple's: a URL without a path.
    private func readBase(_ url: String, _ section: ConfigurationSection) -> String {
        if let target = try? CurlURL(url).target, target != "/" {
            section.fault("url", "this is a host in place of Apple's, without a path")
        }
        return url.hasSuffix("/") ? String(url.dropLast()) : url
    }
}
