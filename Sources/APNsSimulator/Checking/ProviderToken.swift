import Crypto
import JSON

/// What a provider token says, before anybody has looked whether its signature is right.
///
/// https://developer.apple.com/documentation/usernotifications/establishing-a-token-based-connection-to-apns
struct ProviderToken: Sendable {
    /// The id of the key that signed it.
    var keyId: String
    /// The team.
    var teamId: String
    /// When it was made, Unix seconds.
    var issuedAt: Double
    /// What is signed.
    var signed: [UInt8]
    /// The signature as R and S, 32 bytes each.
    var signature: [UInt8]

    /// Takes a JSON Web Token apart; nil where it is none, or lacks what APNs asks for.
    init?(_ text: ArraySlice<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            header["alg"]?.stringValue == "ES256", let keyId = header["kid"]?.stringValue,
            let teamId = claims["iss"]?.stringValue, let issuedAt = claims["iat"]?.doubleValue,
            let signature = Self.signature(parts[2])
        else { return nil }
        self.keyId = keyId
        self.teamId = teamId
        self.issuedAt = issuedAt
        signed = Array(text[..<parts[1].endIndex])
        self.signature = signature
    }

    private static func object(_ part: ArraySlice<UInt8>) -> JSONValue? {
        guard let bytes = Base64.url.decode(String(decoding: part, as: UTF8.self)) else { return nil }
        var reader = JSONReader(bytes)
        guard let value = try? reader.readValue(), (try? reader.finish()) != nil else { return nil }
        return value
    }

    /// R and S, however they were written: APNs takes the form of OpenSSL too, which Apple's own examples have.
    private static func signature(_ part: ArraySlice<UInt8>) -> [UInt8]? {
        guard let bytes = Base64.url.decode(String(decoding: part, as: UTF8.self)) else { return nil }
        return bytes.count == 64 ? bytes : ES256PrivateKey.raw(fromDER: bytes[...])
    }
}
