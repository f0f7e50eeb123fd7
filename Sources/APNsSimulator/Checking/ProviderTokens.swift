import Crypto

/// Checks provider tokens; the work on a text is done once.
struct ProviderTokens: Sendable {
    /// How far a token's `iat` may lie from now, seconds.
    static let lifetime = 3600.0
    /// How many texts are remembered; then all are forgotten, and checked again when they come.
    static let mostTexts = 1000

    /// A token that was found good, but for its age.
    struct Known: Equatable, Sendable {
        /// The id of the key that signed it.
        var keyId: String
        /// When it was made, Unix seconds.
        var issuedAt: Double
    }

    private let keys: [ProviderKey]
    /// What each text was found to be; nil for one that is no good.
    private var known: [ArraySlice<UInt8>: Known?] = [:]
    /// The text that was looked up last: nearly all are the same.
    private var last: (text: ArraySlice<UInt8>, known: Known?)?
    /// How many different texts were found good.
    private(set) var seen = 0

    /// Checks by these keys.
    init(keys: [ProviderKey]) {
        self.keys = keys
    }

    /// Starts to count anew.
    mutating func forgetCount() {
        seen = 0
        known = [:]
        last = nil
    }

    /// The token in an `authorization` field.
    mutating func check(_ field: ArraySlice<UInt8>?, now: Double) throws(Refusal) -> Known {
        guard let field, let text = Self.bearer(field) else { throw Refusal(.missingProviderToken) }
        guard let token = look(at: text) else { throw Refusal(.invalidProviderToken) }
        guard abs(now - token.issuedAt) <= Self.lifetime else { throw Refusal(.expiredProviderToken) }
        return token
    }

    /// The text behind `bearer`; nil where there is none.
    private static func bearer(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let scheme = "bearer ".utf8
        guard field.count > scheme.count, zip(field, scheme).allSatisfy({ $0 | 0x20 == $1 }) else { return nil }
        return field.dropFirst(scheme.count)
    }

    private mutating func look(at text: ArraySlice<UInt8>) -> Known? {
        if let last, last.text == text { return last.known }
        // The request's own bytes are written over by the next one.
        let text = Array(text)[...]
        let found: Known?
        if let known = known[text] {
            found = known
        } else {
            found = verify(text)
            if found != nil { seen += 1 }
            if known.count >= Self.mostTexts { known.removeAll() }
            known[text] = .some(found)
        }
        last = (text, found)
        return found
    }

    private func verify(_ text: ArraySlice<UInt8>) -> Known? {
        guard let token = ProviderToken(text),
            let key = keys.first(where: { $0.keyId == token.keyId && $0.teamId == token.teamId }),
            key.key.isValid(token.signature, of: token.signed)
        else { return nil }
        return Known(keyId: token.keyId, issuedAt: token.issuedAt)
    }
}
