import Crypto
import JSON
import Push
import Testing

@testable import Relay

/// What is configured of APNs senders, and what is wrong with it.
@Suite struct APNsConfigurationTests {
    private let key: String
    private let sandboxKey: String

    init() throws {
        key = try ES256PrivateKey.generate().pem()
        sandboxKey = try ES256PrivateKey.generate().pem()
    }

    private static let least = """
        "type":"apns","teamId":"TEAM123456","keyId":"ABCDE12345","key":{"file":"a.p8"},"bundleId":"com.example.app"
        """

    private func read(
        _ members: String, common: String = "", _ environment: [String: String] = [:]
    ) throws -> Configuration {
        let files = ["a.p8": key, "b.p8": sandboxKey, "none.p8": "no key", "ca.pem": "no certificate"]
        let source = ConfigurationSource(environment: environment) { files[$0] }
        let text = "{\"senders\":{\"log\":{\"type\":\"log\"},\"apns\":{\(members)}}\(common)}"
        return try ConfigurationReader(source: source).read(text)
    }

    private func settings(_ configuration: Configuration) throws -> APNsSettings {
        guard case .apns(let settings)? = configuration.senders["apns"] else { throw NoSettings() }
        return settings
    }

    private struct NoSettings: Error {}

    @Test func `team, key and app are enough: the key is then for both environments`() throws {
        let settings = try settings(read(Self.least))
        #expect(settings.app == APNsApp(bundleId: "com.example.app"))
        #expect(settings.production.teamId == "TEAM123456" && settings.production.keyId == "ABCDE12345")
        #expect(settings.sandbox == settings.production)
        #expect(settings.url == nil && settings.caFile == nil)
        #expect(settings.timeout == 10 && settings.startDelay == 2)
    }

    @Test func `all that can be said of it is read`() throws {
        let settings = try settings(
            read(
                Self.least + """
                    ,"sandbox":{"keyId":"SANDBOX123","key":{"env":"SANDBOX_KEY"}},"url":"http://127.0.0.1:2197/",
                    "startDelay":0.5,"timeout":3,"attributes":{"job":"{conversionId}"},
                    "contentState":{"keys":{"timer":"clock"},"omit":["subtitle"]}
                    """,
                common:
                    ",\"contentState\":{\"keys\":{\"trackTitle\":\"title\"},\"dates\":\"reference\",\"omit\":[\"status\"]}",
                ["SANDBOX_KEY": sandboxKey]))
        #expect(settings.sandbox.keyId == "SANDBOX123" && settings.sandbox.teamId == "TEAM123456")
        #expect(settings.sandbox != settings.production)
        #expect(settings.url == "http://127.0.0.1:2197")
        #expect(settings.timeout == 3 && settings.startDelay == 0.5)
        // The sender's own goes before the common one, piece by piece.
        #expect(
            settings.app.mapping
                == ContentStateMapping(
                    keys: [.timer: "clock", .trackTitle: "title"], dates: .reference, omit: [.subtitle]))
        #expect(settings.app.attributes == CardAttributes([.init(name: "job", value: .string("{conversionId}"))]))
    }

    @Test func `names that a mapping makes are not for the app's own fields`() throws {
        let configuration = try read(
            Self.least + ",\"contentState\":{\"keys\":{\"trackTitle\":\"title\"}}",
            common: ",\"contentState\":{\"keys\":{\"timer\":\"clock\"}}")
        #expect(configuration.reservedNames.isSuperset(of: ["title", "clock", "trackTitle", "status"]))
    }

    private static let wrong: [(change: (String, String), place: String)] = [
        (("\"teamId\":\"TEAM123456\",", ""), "/senders/apns/teamId: this is missing"),
        (("TEAM123456", "TEAM"), "/senders/apns/teamId: the team's id has 10"),
        (("ABCDE12345", "ABCDE1234é"), "/senders/apns/keyId: the key's id has 10"),
        (("{\"file\":\"a.p8\"}", "\"-----BEGIN\""), "/senders/apns/key: a secret never stands in the file itself"),
        (("a.p8", "away.p8"), "/senders/apns/key: the file away.p8 cannot be read"),
        (("a.p8", "none.p8"), "/senders/apns/key: the file none.p8 holds no key of Apple's"),
        (
            ("com.example.app", "com.example.app.push-type.liveactivity"),
            "/senders/apns/bundleId: this is the app's own"
        ),
        (("com.example.app", "com/example"), "/senders/apns/bundleId: a bundle id is of"),
        (("\"bundleId\":\"com.example.app\"", "\"bundle\":1"), "/senders/apns/bundleId: this is missing"),
        (("\"type\"", "\"url\":\"https://example.com/3\",\"type\""), "/senders/apns/url: this is a host"),
        (
            ("\"type\"", "\"url\":\"http://example.com\",\"type\""),
            "/senders/apns/url: http:// goes to this machine only"
        ),
        (("\"type\"", "\"caFile\":\"ca.pem\",\"type\""), "/senders/apns/caFile: the file ca.pem holds no certificate"),
        (("\"type\"", "\"startDelay\":-1,\"type\""), "/senders/apns/startDelay: -1 is not within"),
        (("\"type\"", "\"sandbox\":{\"keyId\":\"A\"},\"type\""), "/senders/apns/sandbox/keyId: the key's id has 10"),
        (("\"type\"", "\"sandbox\":{\"kid\":\"A\"},\"type\""), "/senders/apns/sandbox/kid: unknown key"),
        (
            ("\"type\"", "\"contentState\":{\"keys\":{\"subtitle\":\"status\"}},\"type\""),
            "/senders/apns/contentState/keys: status and subtitle would have the same name"
        ),
        (
            ("\"type\"", "\"contentState\":{\"omit\":[\"stauts\"]},\"type\""),
            "/senders/apns/contentState/omit: \"stauts\" is no field"
        ),
        (("\"type\"", "\"attributes\":[],\"type\""), "/senders/apns/attributes: this must be an object"),
        (
            ("\"type\"", "\"attributes\":{\"a\":\"\(String(repeating: "x", count: 1100))\"},\"type\""),
            "/senders/apns/attributes: these are longer"
        ),
    ]

    @Test(arguments: wrong.indices)
    func `each fault is told with its place`(_ index: Int) {
        let (change, place) = Self.wrong[index]
        let text = Self.least.replacing(change.0, with: change.1)
        let error = #expect(throws: ConfigurationFaults.self) { _ = try read(text) }
        let faults = error?.faults.map(\.description) ?? []
        #expect(faults.contains { $0.hasPrefix(place) }, "\(faults)")
    }

    @Test func `a key's file of another name than its id is noted`() throws {
        let files = ["/keys/AuthKey_ABCDE12345.p8": key, "/keys/AuthKey_OTHER12345.p8": key]
        let notes = try files.keys.sorted().map { path in
            let source = ConfigurationSource(environment: [:]) { files[$0] }
            let members = Self.least.replacing("a.p8", with: path)
            _ = try ConfigurationReader(source: source).read(
                "{\"senders\":{\"log\":{\"type\":\"log\"},\"apns\":{\(members)}}}")
            return source.notes.map(\.description)
        }
        #expect(notes[0].isEmpty)
        #expect(notes[1].map { $0.contains("OTHER12345, not ABCDE12345") } == [true])
    }

    @Test func `no fault shows a key`() throws {
        let error = #expect(throws: ConfigurationFaults.self) {
            _ = try read(
                Self.least.replacing("{\"file\":\"a.p8\"}", with: "{\"env\":\"KEY\"}"), ["KEY": "MIGHAgEAMBMGByqGSM49"])
        }
        #expect(error?.faults.map(\.description).contains { $0.contains("MIGHAgEA") } == false)
    }
}
