import Crypto
import Telemetry
import Testing

@testable import Relay

/// The tokens that apps get.
@Suite struct SubscriberTokensTests {
    private static let now = 1_790_000_000
    private let tokens = SubscriberTokens([Secret("a-key-of-thirty-two-characters-1")])

    private func read(_ token: String, at now: Int = now) -> SubscriberTokens.Reading {
        tokens.read(token, at: Double(now))
    }

    @Test(arguments: ["u-7", "ünï 🎵", "a.b.c", "\"quoted\"", String(repeating: "x", count: 256)])
    func `a token is its subscriber's until it expires`(_ subscriberId: String) throws {
        let token = try #require(tokens.make(subscriberId, expires: Self.now + 60))
        #expect(RequestIds.isSane(String(token.prefix(128))), "it fits into a header")
        #expect(read(token) == .subscriber(subscriberId))
        #expect(read(token, at: Self.now + 59) == .subscriber(subscriberId))
        for late in [60, 61, 100_000] {
            #expect(read(token, at: Self.now + late) == .expired)
        }
    }

    private static let altered = SubscriberTokens.Reading.refused(
        "the subscriber token was altered, or signed with a key that counts no more")
    private static let broken = SubscriberTokens.Reading.refused("the subscriber token is not whole")

    @Test func `no character of a token can be changed`() throws {
        let token = try #require(tokens.make("u-7", expires: Self.now + 60))
        for index in token.indices.dropFirst(5) where token[index] != "." {
            let other: Character = token[index] == "A" ? "B" : "A"
            let changed = token.replacingCharacter(at: index, with: other)
            let reading = read(changed)
            #expect(reading == Self.altered || reading == Self.broken, "\(changed)")
        }
    }

    @Test func `a token's parts are its own`() throws {
        let mine = try #require(tokens.make("u-7", expires: Self.now + 60)).split(separator: ".")
        let other = try #require(tokens.make("u-8", expires: Self.now + 60)).split(separator: ".")
        #expect(read("\(mine[0]).\(other[1]).\(mine[2])") == Self.altered)
        #expect(read("sub1..") == Self.altered)
        for text in ["sub1.", "sub1.a", "sub1.\(mine[1])", "sub1.\(mine[1]).\(mine[2]).x", "sub1.?.?"] {
            #expect(read(text) == Self.broken, "\(text)")
        }
    }

    @Test func `another key signs another token, and any of several is known`() throws {
        let others = SubscriberTokens([Secret("another-key-of-thirty-two-charac")])
        let token = try #require(others.make("u", expires: Self.now + 60))
        #expect(read(token) == Self.altered)
        let both = SubscriberTokens([
            Secret("a-key-of-thirty-two-characters-1"), Secret("another-key-of-thirty-two-charac"),
        ])
        #expect(both.read(token, at: Double(Self.now)) == .subscriber("u"))
        let newer = try #require(both.make("u", expires: Self.now + 60))
        #expect(read(newer) == .subscriber("u"), "the first one signs")
    }

    @Test func `a derived key depends on each secret and their order`() throws {
        let lists = [["one", "two"], ["two", "one"], ["one"], ["onetwo"], ["one", "two", ""]]
        let all = lists.map { SubscriberTokens(derivedFrom: $0.map { Secret($0) }) }
        for (index, maker) in all.enumerated() {
            let token = try #require(maker.make("u", expires: Self.now + 60))
            for (other, reader) in all.enumerated() {
                let reading = reader.read(token, at: Double(Self.now))
                #expect(reading == (other == index ? .subscriber("u") : Self.altered), "\(index) \(other)")
            }
        }
    }

    @Test func `the bytes of a token stay what they are`() throws {
        let claims = Base64.url.encode(Array(#"{"sub":"u-7","exp":1790000060}"#.utf8))
        let key = try HMACSHA256.authenticate(
            Array("activity-relay subscriber tokens 1".utf8), key: Array("a-key-of-thirty-two-characters-1".utf8))
        let code = try HMACSHA256.authenticate(Array("sub1.\(claims)".utf8), key: key)
        #expect(tokens.make("u-7", expires: Self.now + 60) == "sub1.\(claims).\(Base64.url.encode(code))")
    }
}

extension String {
    fileprivate func replacingCharacter(at index: Index, with character: Character) -> String {
        String(self[..<index]) + String(character) + String(self[self.index(after: index)...])
    }
}
