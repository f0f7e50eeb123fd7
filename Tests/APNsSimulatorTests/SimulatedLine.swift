import Crypto
import JSON
import TestSupport

@testable import APNsSimulator

/// A push as a client means it; each part can be changed before it is sent.
struct SentPush {
    static let id = "123e4567-e89b-12d3-a456-426614174000"

    var method = "POST"
    var path = "/3/device/\(SimulatedAPNs.token(1))"
    var fields: [(name: String, value: String)]
    var body: String

    /// A push that is right in all.
    init(_ authorization: String, _ body: String) {
        fields = [
            ("authorization", authorization), ("apns-id", Self.id),
            ("apns-topic", "com.example.app.push-type.liveactivity"),
            ("apns-push-type", "liveactivity"), ("apns-priority", "10"),
            ("apns-expiration", "\(Int(SimulatedLine.start + 600))"), ("user-agent", "a test"),
        ]
        self.body = body
    }

    /// Replaces a field, or takes it out.
    mutating func set(_ name: String, _ value: String?) {
        fields.removeAll { $0.name == name }
        if let value { fields.append((name, value)) }
    }

    /// The request that it is.
    var request: PushRequest {
        var request = PushRequest()
        for (name, value) in [(":method", method), (":path", path)] + fields {
            Array(name.utf8).withUnsafeBufferPointer { name in
                Array(value.utf8).withUnsafeBufferPointer { request.add(name, $0) }
            }
        }
        Array(body.utf8).withUnsafeBufferPointer { request.addBody($0) }
        return request
    }
}

/// A simulator with a connection to it and a hand-moved clock.
struct SimulatedLine {
    static let start = 1_790_000_000.0
    static let key = Result { try ES256PrivateKey.generate() }
    static let otherKey = Result { try ES256PrivateKey.generate() }

    var simulator: Simulator
    var connection: ConnectionState
    var now = SimulatedLine.start
    /// The provider token of its pushes.
    let token: String

    init(quiet: Bool = true, record: Int = 0, mostTokens: Int = 1000) throws {
        var settings = SimulatorSettings(
            bundleIds: ["com.example.app", "com.example.other"],
            keys: [
                ProviderKey(teamId: "TEAM", keyId: "KEY", key: try Self.key.get()),
                ProviderKey(teamId: "TEAM", keyId: "KEY2", key: try Self.otherKey.get()),
            ])
        settings.isQuiet = quiet
        settings.recordedPushes = record
        settings.mostTokens = mostTokens
        simulator = Simulator(settings)
        connection = simulator.connectionOpened()
        token = try Self.token()
    }

    /// A provider token, whose parts can be other than they should.
    static func token(
        keyId: String = "KEY", teamId: String = "TEAM", issuedAt: Double = start, header: String? = nil,
        claims: String? = nil, key: ES256PrivateKey? = nil
    ) throws -> String {
        let header = header ?? #"{"alg":"ES256","kid":"\#(keyId)"}"#
        let claims = claims ?? #"{"iss":"\#(teamId)","iat":\#(Int(issuedAt))}"#
        let signed = [header, claims].map { Base64.url.encode(Array($0.utf8)) }.joined(separator: ".")
        let signature = try (key ?? Self.key.get()).sign(Array(signed.utf8))
        return "\(signed).\(Base64.url.encode(signature))"
    }

    /// A body with a content state.
    static func body(
        _ event: String = "update", at timestamp: Double = start, state: String = #"{"status":"generating"}"#,
        more: String = ""
    ) -> String {
        let start =
            event == "start" ? #","alert":{"title":"A"},"attributes-type":"T","attributes":{"id":"gen-1"}"# : ""
        return
            #"{"aps":{"timestamp":\#(Int(timestamp)),"event":"\#(event)","content-state":\#(state)\#(start)\#(more)}}"#
    }

    /// A push that is right in all.
    func push(_ body: String = SimulatedLine.body()) -> SentPush {
        SentPush("bearer \(token)", body)
    }

    /// What becomes of a push.
    mutating func decide(_ push: SentPush) -> Decision {
        let request = push.request
        let target = simulator.begin(request, on: &connection)
        defer { simulator.finish(target, isGivenUp: false, on: &connection) }
        return simulator.receive(request, target, on: &connection, now: now)
    }

    /// What a push with that body and token is answered.
    @discardableResult
    mutating func send(_ body: String, token: Int = 1) -> Decision {
        var push = push(body)
        push.path = "/3/device/\(SimulatedAPNs.token(token))"
        return decide(push)
    }

    /// What the device of a token is.
    func device(_ token: Int = 1) -> Device? {
        DeviceToken(SimulatedAPNs.token(token).utf8).flatMap { simulator.devices.device($0) }
    }

    /// The content state that it shows.
    func state(_ token: Int = 1) -> String? {
        device(token)?.shown?.contentState.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The objections so far.
    var objections: [Objection] { simulator.objections.elements.map(\.objection) }
}
