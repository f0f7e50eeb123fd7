import Crypto
import JSON
import Telemetry

/// Makes and reads the signed tokens by which an app acts for one subscriber (contract, "Access").
///
/// A token is `sub1.`, the Base64 of `{"sub":subscriberId,"exp":instant}`, a dot, and the Base64 of the HMAC-SHA256 of
/// all before it.
struct SubscriberTokens: Sendable {
    /// What a token comes to.
    enum Reading: Equatable {
        /// It is that subscriber's.
        case subscriber(String)
        /// It was made by the relay and is whole, but its time is over.
        case expired
        /// It opens nothing, and why.
        case refused(String)
    }

    /// Shortest, longest and usual life of a token, seconds.
    static let lives = 1...(30 * 86_400)
    static let usualLife = 3600

    private static let prefix = "sub1."
    // What else is signed with the same secret does not pass for a token.
    private static let purpose = "activity-relay subscriber tokens 1"

    /// The first one signs.
    private let keys: [[UInt8]]

    /// Tokens that are signed with the first of these secrets, and known by any.
    init(_ secrets: [Secret]) {
        keys = secrets.compactMap { Self.key(Array($0.reveal().utf8)) }
    }

    /// Tokens that are signed with what can only be made of all of these secrets, in their order.
    init(derivedFrom secrets: [Secret]) {
        let material = secrets.flatMap { secret in
            let text = Array(secret.reveal().utf8)
            return Array("\(text.count):".utf8) + text
        }
        keys = [Self.key(material)].compactMap(\.self)
    }

    private static func key(_ material: [UInt8]) -> [UInt8]? {
        try? HMACSHA256.authenticate(Array(purpose.utf8), key: material)
    }

    /// Whether a text is meant to be such a token.
    static func isMeant(_ text: some StringProtocol) -> Bool { text.hasPrefix(prefix) }

    /// The token of a subscriber until that instant, Unix seconds; nil where there is nothing to sign with.
    func make(_ subscriberId: String, expires: Int) -> String? {
        guard let key = keys.first else { return nil }
        var writer = JSONWriter(capacity: 128)
        writer.beginObject()
        writer.member("sub", subscriberId)
        writer.member("exp", expires)
        writer.endObject()
        let signed = Self.prefix + Base64.url.encode(writer.take())
        guard let code = try? HMACSHA256.authenticate(Array(signed.utf8), key: key) else { return nil }
        return signed + "." + Base64.url.encode(code)
    }

    /// What a token says at `now`, Unix seconds.
    func read(_ token: String, at now: Double) -> Reading {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let text = Base64.url.decode(parts[1]), let code = Base64.url.decode(parts[2]) else {
            return .refused("the subscriber token is not whole")
        }
        guard isSigned(Array("\(parts[0]).\(parts[1])".utf8), code) else {
            return .refused("the subscriber token was altered, or signed with a key that counts no more")
        }
        guard let (subscriberId, expires) = try? Self.claims(text) else {
            return .refused("the subscriber token is of another version of the relay")
        }
        if expires <= now { return .expired }
        return .subscriber(subscriberId)
    }

    /// When a token that was read ends, Unix seconds; nil where it is none.
    static func expiry(of token: some StringProtocol) -> Double? {
        let parts = token.split(separator: ".")
        guard isMeant(token), parts.count == 3, let text = Base64.url.decode(parts[1]) else { return nil }
        return (try? claims(text))?.expires
    }

    /// All keys are tried, each in constant time.
    private func isSigned(_ text: [UInt8], _ code: [UInt8]) -> Bool {
        var isSigned = false
        for key in keys where (try? HMACSHA256.isValid(code, for: text, key: key)) ?? false { isSigned = true }
        return isSigned
    }

    private static let table = JSONKeyTable(["sub", "exp"])

    private static func claims(_ text: [UInt8]) throws(JSONError) -> (subscriberId: String, expires: Double) {
        var reader = JSONReader(text)
        var subscriberId: String?
        var expires: Double?
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(table, seen: &seen) {
            if index == 0 { subscriberId = try reader.readString() } else { expires = try reader.readDouble() }
        }
        try reader.finish()
        guard let subscriberId, let expires else { throw reader.faultInContainer("a claim is missing") }
        return (subscriberId, expires)
    }
}
