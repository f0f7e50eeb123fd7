import CCrypto

/// Certificates as text (PEM, RFC 7468).
public enum PEMCertificates {
    /// How many certificates a text begins with, up to the first block that is none; nil where its first is none.
    public static func count(in text: String) -> Int? {
        // OpenSSL keeps no copy: the bytes have to stay while it reads them.
        let count = Array(text.utf8).withUnsafeBytes { bytes in
            guard let source = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return 0 }
            defer { BIO_free(source) }
            return certificates(in: source)
        }
        // Why there are no more is of no interest, and must not be found by whoever fails next.
        ERR_clear_error()
        return count > 0 ? count : nil
    }

    private static func certificates(in source: OpaquePointer) -> Int {
        var count = 0
        while let certificate = PEM_read_bio_X509(source, nil, nil, nil) {
            X509_free(certificate)
            count += 1
        }
        return count
    }
}
