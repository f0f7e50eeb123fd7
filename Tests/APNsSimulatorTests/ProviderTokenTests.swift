import Crypto
import TestSupport
import Testing

@testable import APNsSimulator

struct ProviderTokenTests {
    private func decide(_ line: inout SimulatedLine, _ token: String) throws -> Decision {
        var push = line.push()
        push.set("authorization", "bearer \(token)")
        return line.decide(push)
    }

    private func answer(_ token: String, now: Double = SimulatedLine.start) throws -> Decision {
        var line = try SimulatedLine()
        line.now = now
        return try decide(&line, token)
    }

    private static let invalid = Decision.answer(Answer(.invalidProviderToken))

    @Test(arguments: [
        #"{"alg":"HS256","kid":"KEY"}"#, #"{"alg":"none","kid":"KEY"}"#, #"{"kid":"KEY"}"#, #"{"alg":"ES256"}"#,
        #"{"alg":"ES256","kid":1}"#, #"{"alg":"ES256","kid":"KEYLESS"}"#, "[]", "no JSON",
        #"{"alg":"ES256","kid":"KEY"} {}"#,
    ]) func `a header that is not as it should be is refused`(_ header: String) throws {
        #expect(try answer(SimulatedLine.token(header: header)) == Self.invalid)
    }

    @Test(arguments: [
        #"{"iss":"TEAM"}"#, #"{"iat":1790000000}"#, #"{"iss":"MAET","iat":1790000000}"#,
        #"{"iss":"TEAM","iat":"1790000000"}"#, #"{"iss":7,"iat":1790000000}"#, "", "{",
    ]) func `claims that are not as they should be are refused`(_ claims: String) throws {
        #expect(try answer(SimulatedLine.token(claims: claims)) == Self.invalid)
    }

    @Test func `a signature by another key, or of another text, is refused`() throws {
        let stranger = try ES256PrivateKey.generate()
        #expect(try answer(SimulatedLine.token(key: stranger)) == Self.invalid)
        #expect(try answer(SimulatedLine.token(key: SimulatedLine.otherKey.get())) == Self.invalid)
        let good = try SimulatedLine.token().split(separator: ".")
        let other = try SimulatedLine.token(issuedAt: SimulatedLine.start - 1).split(separator: ".")
        #expect(try answer("\(good[0]).\(other[1]).\(good[2])") == Self.invalid)
        #expect(try answer("\(good[0]).\(good[1]).") == Self.invalid)
        #expect(try answer("\(good[0]).\(good[1])") == Self.invalid)
        #expect(try answer("\(good[0]).\(good[1]).\(good[2]).") == Self.invalid)
        #expect(try answer("\(good[0]).\(good[1]).\(good[2])=") == Self.invalid)
    }

    /// Apple's own examples sign as OpenSSL does.
    @Test func `a signature in DER is as good as R and S`() throws {
        let parts = try SimulatedLine.token().split(separator: ".")
        let raw = try #require(Base64.url.decode(parts[2]))
        let der = Base64.url.encode(Self.der(raw))
        #expect(try answer("\(parts[0]).\(parts[1]).\(der)") == .answer(.accepted))
    }

    /// R and S as a sequence of two integers, which are positive and have no needless zeros.
    private static func der(_ raw: [UInt8]) -> [UInt8] {
        let integers = [raw.prefix(32), raw.suffix(32)].flatMap { half in
            let trimmed = Array(half.drop { $0 == 0 })
            let value = (trimmed.first ?? 0) >= 0x80 ? [0] + trimmed : trimmed
            return [0x02, UInt8(value.count)] + value
        }
        return [0x30, UInt8(integers.count)] + integers
    }

    @Test(arguments: [(-3600.0, true), (-3601, false), (3600, true), (3601, false), (0, true)])
    func `a token is good for an hour to either side`(offset: Double, isGood: Bool) throws {
        let token = try SimulatedLine.token(issuedAt: SimulatedLine.start + offset)
        #expect(try answer(token) == .answer(isGood ? .accepted : Answer(.expiredProviderToken)))
    }

    @Test func `a token that was good expires`() throws {
        var line = try SimulatedLine()
        let token = try SimulatedLine.token()
        #expect(try decide(&line, token) == .answer(.accepted))
        line.now += 3600
        #expect(try decide(&line, token) == .answer(.accepted))
        line.now += 1
        #expect(try decide(&line, token) == .answer(Answer(.expiredProviderToken)))
    }

    @Test func `a key other than a connection's first is refused on it`() throws {
        var line = try SimulatedLine()
        let second = try SimulatedLine.token(keyId: "KEY2", key: SimulatedLine.otherKey.get())
        #expect(try decide(&line, try SimulatedLine.token()) == .answer(.accepted))
        #expect(try decide(&line, second) == .answer(Answer(.unrelatedKeyIdInToken)))
        line.connection = line.simulator.connectionOpened()
        #expect(try decide(&line, second) == .answer(.accepted))
    }

    @Test func `a new token is taken on a connection 20 minutes after the last was new`() throws {
        var line = try SimulatedLine()
        let tooMany = Decision.answer(Answer(.tooManyProviderTokenUpdates))
        let first = try SimulatedLine.token()
        let second = try SimulatedLine.token(issuedAt: SimulatedLine.start + 1)
        #expect(try decide(&line, first) == .answer(.accepted))
        line.now += 1199
        #expect(try decide(&line, second) == tooMany)
        #expect(try decide(&line, first) == .answer(.accepted))
        line.now += 1
        #expect(try decide(&line, second) == .answer(.accepted))
        #expect(try decide(&line, first) == tooMany)
        line.connection = line.simulator.connectionOpened()
        #expect(try decide(&line, first) == .answer(.accepted))
    }

    @Test func `another signature of the same claims is no new token`() throws {
        var line = try SimulatedLine()
        let (one, other) = (try SimulatedLine.token(), try SimulatedLine.token())
        #expect(one != other)
        #expect(try decide(&line, one) == .answer(.accepted))
        #expect(try decide(&line, other) == .answer(.accepted))
        #expect(line.simulator.tokens.seen == 2)
    }

    @Test func `a token that is refused is not the connection's first`() throws {
        var line = try SimulatedLine()
        let old = try SimulatedLine.token(issuedAt: SimulatedLine.start - 4000)
        #expect(try decide(&line, old) == .answer(Answer(.expiredProviderToken)))
        #expect(try decide(&line, try SimulatedLine.token()) == .answer(.accepted))
    }

    @Test func `more texts than are remembered are checked again`() throws {
        var tokens = ProviderTokens(keys: [ProviderKey(teamId: "TEAM", keyId: "KEY", key: try SimulatedLine.key.get())])
        let good = Array("bearer \(try SimulatedLine.token())".utf8)[...]
        for number in 0...ProviderTokens.mostTexts {
            #expect(throws: Refusal(.invalidProviderToken)) {
                try tokens.check(Array("bearer no.token.\(number)".utf8)[...], now: SimulatedLine.start)
            }
        }
        #expect(try tokens.check(good, now: SimulatedLine.start).keyId == "KEY")
    }
}
