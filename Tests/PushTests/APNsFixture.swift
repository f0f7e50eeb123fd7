import ActivityResolver
import Crypto
import JSON
import Push
import Testing

@testable import Push

/// Pushes, keys and senders for the tests of what APNs gets.
enum APNsFixture {
    static let deviceToken = String(repeating: "0a1b2c3d", count: 20)
    static let sentAt = 1_790_000_000.25

    static func state(title: String? = nil) -> ContentState {
        var state = ContentState(status: "generating", displayStatus: "Generating…", progress: 0.42)
        state.trackTitle = title
        return state
    }

    static func push(
        _ event: PushEvent = .update, _ state: ContentState = state(), place: Place? = Place(token: deviceToken),
        _ change: (inout PlannedPush) -> Void = { _ in }
    ) -> Push {
        var planned = PlannedPush(target: "r_1", event: event, priority: 10, contentState: state, reason: .status)
        change(&planned)
        return Push(
            sender: "apns", sentAt: sentAt, timestamp: 1_790_000_001, conversionId: "gen-2", subscriberId: "u-7",
            number: 3, place: place, planned: planned)
    }

    static func settings(_ app: APNsApp = APNsApp(bundleId: "com.example.app")) throws -> APNsSettings {
        APNsSettings(
            app: app, production: try key("ABCDE12345"), sandbox: try key("SANDBOX123"))
    }

    static func key(_ keyId: String, _ key: ES256PrivateKey? = nil) throws -> APNsKey {
        try APNsKey(teamId: "TEAM123456", keyId: keyId, key: try key ?? ES256PrivateKey.generate())
    }

    /// The body of a push, read back.
    static func body(_ push: Push, _ app: APNsApp = APNsApp(bundleId: "com.example.app")) throws -> JSONValue {
        let bytes = try #require(APNsPayload.body(push, app))
        #expect(bytes.count <= APNsPayload.most)
        return try value(bytes)
    }

    static func value(_ bytes: [UInt8]) throws -> JSONValue {
        var reader = JSONReader(bytes)
        let value = try reader.readValue()
        try reader.finish()
        return value
    }

    static func value(_ text: String) throws -> JSONValue { try value(Array(text.utf8)) }
}
