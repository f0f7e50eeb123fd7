import Crypto
import Testing

/// Certificates as text.
@Suite struct PEMCertificatesTests {
    /// An authority of nobody's, valid for ever.
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBeTCCAR+gAwIBAgIUf2/3OEIJ0JsrBspZ2CjGJ1V2VBcwCgYIKoZIzj0EAwIw
        ETEPMA0GA1UEAwwGbm9ib2R5MCAXDTI2MTEzMDA3MjM1NVoYDzIxMDkwMTE5MDcy
        MzU1WjARMQ8wDQYDVQQDDAZub2JvZHkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
        AAQ5B1GFjW0SyZDJS2LBSgZIMLG7l8T9rzWfmqoCRvydPPYg7VHeycDPY/RcOTAE
        LTsWkiSf0n8Ucf3K9j7NNs4Xo1MwUTAdBgNVHQ4EFgQUJWzUjzzP4Xb0wG1rvup8
        JxxKLE8wHwYDVR0jBBgwFoAUJWzUjzzP4Xb0wG1rvup8JxxKLE8wDwYDVR0TAQH/
        BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAyHikgf174TaysccRr+gR088qVpjk
        ebofrF+t65Y8wmICICZ2zjIjjPjTf3QqjJDSZW/QuLaJ2Wb78l1HLEhi0gjL
        -----END CERTIFICATE-----

        """

    @Test func `certificates are counted, and what is none is none`() {
        #expect(PEMCertificates.count(in: Self.certificate) == 1)
        #expect(PEMCertificates.count(in: "# a remark\n" + Self.certificate + Self.certificate) == 2)
        let garbage = "-----BEGIN CERTIFICATE-----\nbm9uZQ==\n-----END CERTIFICATE-----\n"
        for text in ["", "none", garbage, Self.certificate.replacing("MII", with: "MIJ")] {
            #expect(PEMCertificates.count(in: text) == nil)
        }
    }
}
