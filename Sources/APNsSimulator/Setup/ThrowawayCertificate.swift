import CSSL
import Crypto

/// A server's certificate for this machine's own names, of an authority whose key is thrown away once it has signed it.
struct ThrowawayCertificate: Sendable {
    /// How long it is good, seconds: ten years.
    private static let lifetime = 315_360_000
    private static let day = 86_400
    private static let names = "DNS:localhost,IP:127.0.0.1,IP:::1"

    /// The authority's certificate, PEM.
    var authority: String
    /// The server's certificate, PEM.
    var certificate: String
    /// The server's key, PEM.
    var key: String

    /// Whether the authority has signed the certificate, the key belongs to it, and it has not expired.
    var isUsable: Bool {
        defer { ERR_clear_error() }
        guard let authority = Certificate(pem: authority), let certificate = Certificate(pem: certificate),
            let key = Key(pem: key)
        else { return false }
        return certificate.isSigned(by: authority) && certificate.belongs(to: key) && certificate.isCurrent
    }

    /// Makes all anew.
    static func make() throws -> ThrowawayCertificate {
        defer { ERR_clear_error() }
        let keyText = try ES256PrivateKey.generate().pem()
        guard let authorityKey = Key(pem: try ES256PrivateKey.generate().pem()), let key = Key(pem: keyText),
            let authority = Certificate(name: "apns-simulator: an authority of this machine", authorityKey),
            authority.add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0", issuer: authority),
            authority.add(NID_key_usage, "critical,keyCertSign", issuer: authority),
            authority.add(NID_subject_key_identifier, "hash", issuer: authority),
            authority.sign(issuer: authority, authorityKey, from: -day, to: lifetime),
            let certificate = Certificate(name: "localhost", key),
            certificate.add(NID_basic_constraints, "critical,CA:FALSE", issuer: authority),
            certificate.add(NID_key_usage, "critical,digitalSignature", issuer: authority),
            certificate.add(NID_ext_key_usage, "serverAuth", issuer: authority),
            certificate.add(NID_subject_alt_name, names, issuer: authority),
            certificate.add(NID_subject_key_identifier, "hash", issuer: authority),
            certificate.add(NID_authority_key_identifier, "keyid", issuer: authority),
            certificate.sign(issuer: authority, authorityKey, from: -day, to: lifetime),
            let authorityText = authority.pem, let certificateText = certificate.pem
        else { throw SimulatorFailure("OpenSSL could not make a certificate") }
        return ThrowawayCertificate(authority: authorityText, certificate: certificateText, key: keyText)
    }
}
