import ActivityResolver
import Crypto
import JSON
import Push
import Testing

@testable import Push

/// The request of an APNs push.
@Suite struct APNsRequestTests {
    @Test func `a request has every header that APNs wants, each once`() throws {
        let text = try preview(APNsFixture.push { $0.priority = 5 })
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.first == "POST /3/device/0a1b2c3d… HTTP/2")
        #expect(lines.contains("Host: api.push.apple.com"))
        #expect(lines.contains("apns-topic: com.example.app.push-type.liveactivity"))
        #expect(lines.contains("apns-push-type: liveactivity"))
        #expect(lines.contains("apns-priority: 5"))
        #expect(lines.contains("content-type: application/json"))
        let names = lines.prefix { !$0.hasPrefix("{") }.dropFirst().map { $0.prefix { $0 != ":" }.lowercased() }
        #expect(Set(names).count == names.count)
        let id = try #require(field("apns-id", text))
        #expect(id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    }

    @Test func `neither device token nor signature is shown whole`() throws {
        let text = try preview(APNsFixture.push())
        #expect(!text.contains(APNsFixture.deviceToken))
        let token = try #require(field("authorization", text))
        #expect(token.hasPrefix("bearer eyJ"))
        #expect(token.split(separator: ".").last?.count == 9)
    }

    @Test func `each environment has its host and key`() throws {
        let text = try preview(APNsFixture.push(place: Place(token: "AB", environment: .sandbox)))
        #expect(text.contains("Host: api.sandbox.push.apple.com\n"))
        let header = try #require(field("authorization", text)?.dropFirst(7).prefix { $0 != "." })
        let bytes = try #require(Base64.url.decode(header))
        #expect(try APNsFixture.value(bytes)["kid"] == .string("SANDBOX123"))
    }

    private static let expirations: [(PushEvent, Double?, Int)] = [
        (.start, nil, 1_790_000_310), (.update, nil, 1_790_000_610), (.update, 1_790_000_099.5, 1_790_000_100),
        (.end, nil, 1_790_014_410),
    ]

    @Test(arguments: expirations)
    func `it is kept for a device out of reach as long as it is of use`(
        _ event: PushEvent, _ staleAt: Double?, _ expected: Int
    ) throws {
        var state = APNsFixture.state()
        state.staleAt = staleAt
        #expect(field("apns-expiration", try preview(APNsFixture.push(event, state))) == "\(expected)")
    }

    @Test func `the same push has the same id, and another one has not`() throws {
        let push = APNsFixture.push()
        var later = push
        later.number += 1
        let ids = try [push, push, later].map { field("apns-id", try preview($0)) }
        #expect(ids[0] == ids[1] && ids[1] != ids[2])
    }

    @Test(arguments: ["", "0", "0g", "abc", "../x", "ab/../cd", "ab?x=1", String(repeating: "ab", count: 257)])
    func `what is no device token gets into no path`(_ token: String) {
        #expect(TokenForm.hexadecimal.normal(token) == nil)
    }

    @Test func `a device token is taken in either case`() {
        #expect(TokenForm.hexadecimal.normal("00FFaB") == "00ffab")
        #expect(TokenForm.hexadecimal.normal(String(repeating: "ab", count: 256)) != nil)
    }

    private func preview(_ push: Push) throws -> String {
        let now = 1_790_000_010.0
        let pools = APNsPools(logger: nil, now: { now })
        return APNsSender(name: "apns", try APNsFixture.settings(), pools, now: { now }).preview(push)
    }

    private func field(_ name: String, _ text: String) -> String? {
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ": ") }
        return line.map { String($0.dropFirst(name.count + 2)) }
    }
}
