import Crypto
import JSON
import Testing

@testable import Push

/// The tokens that a provider is let in with.
@Suite struct ProviderTokenTests {
    @Test func `a token is a header, claims and a raw signature, and nothing else`() throws {
        let secret = try ES256PrivateKey.generate()
        let token = try ProviderToken(try APNsFixture.key("ABCDE12345", secret), issuedAt: 1_790_000_400)
        let parts = token.text.split(separator: ".").map { Base64.url.decode($0) }
        #expect(parts.count == 3)
        #expect(parts[0].map { String(decoding: $0, as: UTF8.self) } == "{\"alg\":\"ES256\",\"kid\":\"ABCDE12345\"}")
        #expect(parts[1].map { String(decoding: $0, as: UTF8.self) } == "{\"iss\":\"TEAM123456\",\"iat\":1790000400}")
        let signed = token.text.prefix(upTo: try #require(token.text.lastIndex(of: ".")))
        #expect(secret.isValid(try #require(parts[2]), of: Array(signed.utf8)))
        #expect(token.shortened.hasPrefix(signed + ".") && token.shortened.count == signed.count + 10)
    }

    // MARK: When

    // 1,790,000,400 is a multiple of the grid.
    private static let edge = 1_790_000_400.0

    @Test func `one token serves for 40 minutes, and relays agree on when it was issued`() throws {
        var maker = Maker()
        #expect(try maker.token(at: Self.edge + 700) == 1_790_000_400)
        #expect(try maker.token(at: Self.edge + 2399) == 1_790_000_400)
        #expect(maker.made == 1)
        #expect(try maker.token(at: Self.edge + 2400) == 1_790_002_800)
        #expect(try maker.token(at: Self.edge + 4799) == 1_790_002_800)
        #expect(maker.made == 2)
        var other = Maker()
        #expect(try other.token(at: Self.edge + 1199) == 1_790_000_400)
    }

    @Test(arguments: Array(stride(from: 0.0, to: 2400, by: 130)))
    func `none is older than 40 minutes, or replaced within 20`(_ offset: Double) throws {
        var maker = Maker()
        var uses: [Int: (first: Double, last: Double)] = [:]
        for second in stride(from: 0.0, to: 4 * 3600, by: 30) {
            let now = Self.edge + offset + second
            let issuedAt = try maker.token(at: now)
            #expect((0..<2400).contains(now - Double(issuedAt)))
            uses[issuedAt] = (uses[issuedAt]?.first ?? now, now)
        }
        let firsts = uses.values.map(\.first).sorted()
        for (one, next) in zip(firsts, firsts.dropFirst()) { #expect(next - one >= 1200) }
    }

    @Test func `an expired one is replaced at once, once in 20 minutes`() throws {
        var maker = Maker()
        let now = Self.edge + 100
        _ = try maker.token(at: now)
        check(maker.expired(begin: now + 1, at: now + 2), is: true)
        // Those that were sent before say nothing of the new one.
        check(maker.expired(begin: now + 1, at: now + 2), is: true)
        #expect(try maker.token(at: now + 2) == 1_790_000_502)
        check(maker.expired(begin: now + 1, at: now + 3), is: true)
        check(maker.expired(begin: now + 3, at: now + 4), is: false)
        #expect(try maker.token(at: now + 4) == 1_790_000_502)
        check(maker.expired(begin: now + 1200, at: now + 1201), is: false)
        check(maker.expired(begin: now + 1202, at: now + 1203), is: true)
        #expect(try maker.token(at: now + 1203) == 1_790_001_703)
    }

    @Test func `a clock that is set back makes a new one`() throws {
        var maker = Maker()
        #expect(try maker.token(at: Self.edge + 1) == 1_790_000_400)
        // A little is nothing.
        #expect(try maker.token(at: Self.edge - 59) == 1_790_000_400)
        #expect(try maker.token(at: Self.edge - 100) == 1_789_999_200)
    }

    // Changes nothing within the macro, which takes what it looks at as unchanging.
    private func check(_ value: Bool, is expected: Bool) { #expect(value == expected) }

    /// Counts what is made.
    private struct Maker {
        var tokens = ProviderTokens()
        var made = 0

        mutating func token(at now: Double) throws -> Int {
            try tokens.token(at: now) { issuedAt in
                made += 1
                return ProviderToken(text: "\(issuedAt)", issuedAt: issuedAt)
            }.issuedAt
        }

        mutating func expired(begin: Double, at now: Double) -> Bool { tokens.expired(begin: begin, at: now) }
    }
}
