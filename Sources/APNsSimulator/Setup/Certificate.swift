import CSSL

/// An X.509 certificate.
final class Certificate {
    private let pointer: OpaquePointer

    /// Reads the first one of a text.
    init?(pem: String) {
        guard let pointer = PEMText.read(pem, { PEM_read_bio_X509($0, nil, nil, nil) }) else { return nil }
        self.pointer = pointer
    }

    /// A new one, not yet signed, for that key.
    init?(name: String, _ key: Key) {
        guard let pointer = X509_new() else { return nil }
        self.pointer = pointer
        let bytes = Array(name.utf8)
        guard X509_set_version(pointer, 2) == 1, setSerialNumber(), X509_set_pubkey(pointer, key.pointer) == 1,
            X509_NAME_add_entry_by_txt(
                X509_get_subject_name(pointer), "CN", MBSTRING_UTF8, bytes, Int32(bytes.count), -1, 0) == 1
        else { return nil }
    }

    deinit { X509_free(pointer) }

    /// 63 bits by chance: no two certificates of an authority have the same.
    private func setSerialNumber() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 8)
        guard RAND_bytes(&bytes, 8) == 1 else { return false }
        let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 1
        return ASN1_INTEGER_set_uint64(X509_get_serialNumber(pointer), number) == 1
    }

    /// Adds an extension, as OpenSSL's configuration writes it.
    func add(_ kind: Int32, _ value: String, issuer: Certificate) -> Bool {
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer.pointer, pointer, nil, nil, 0)
        guard let made = X509V3_EXT_conf_nid(nil, &context, kind, value) else { return false }
        defer { X509_EXTENSION_free(made) }
        return X509_add_ext(pointer, made, -1) == 1
    }

    /// Signs it in the name of `issuer`. `from`, `to`: when it is good, seconds from now.
    func sign(issuer: Certificate, _ key: Key, from: Int, to: Int) -> Bool {
        X509_gmtime_adj(X509_getm_notBefore(pointer), from) != nil
            && X509_gmtime_adj(X509_getm_notAfter(pointer), to) != nil
            && X509_set_issuer_name(pointer, X509_get_subject_name(issuer.pointer)) == 1
            && X509_sign(pointer, key.pointer, EVP_sha256()) > 0
    }

    /// Whether the key of that one has signed it.
    func isSigned(by issuer: Certificate) -> Bool {
        guard let key = X509_get0_pubkey(issuer.pointer) else { return false }
        return X509_verify(pointer, key) == 1
    }

    /// Whether it is that key's.
    func belongs(to key: Key) -> Bool { X509_check_private_key(pointer, key.pointer) == 1 }

    /// Whether it has not expired.
    var isCurrent: Bool { X509_cmp_current_time(X509_get0_notAfter(pointer)) > 0 }

    /// Its text.
    var pem: String? { PEMText.write { PEM_write_bio_X509($0, pointer) } }
}
