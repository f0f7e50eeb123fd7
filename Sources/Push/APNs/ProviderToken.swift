package import Crypto
import JSON

/// What a provider shows APNs to be let in: a JSON Web Token (RFC 7519) signed as ES256.
package struct ProviderToken: Equatable {
    /// The token as it is sent.
    package let text: String
    /// Its `iat`, Unix seconds.
    let issuedAt: Int

    /// The token of a text.
    init(text: String, issuedAt: Int) {
        self.text = text
        self.issuedAt = issuedAt
    }

    /// A token that `key` signs: a header of `alg` and `kid`, claims of `iss` and `iat`, and nothing else.
    package init(_ key: APNsKey, issuedAt: Int) throws(CryptoError) {
        let header = Self.object {
            $0.member("alg", "ES256")
            $0.member("kid", key.keyId)
        }
        let claims = Self.object {
            $0.member("iss", key.teamId)
            $0.member("iat", issuedAt)
        }
        let signed = header + "." + claims
        text = signed + "." + Base64.url.encode(try key.key.sign(Array(signed.utf8)))
        self.issuedAt = issuedAt
    }

    private static func object(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(capacity: 64)
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return Base64.url.encode(writer.take())
    }

    /// The token with its signature shortened: whoever reads it cannot use it.
    var shortened: String {
        guard let end = text.lastIndex(of: ".") else { return "…" }
        return text[...end] + text[text.index(after: end)...].prefix(8) + "…"
    }
}
