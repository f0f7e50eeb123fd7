import CCrypto

// Sendable: OpenSSL counts the references to a key under a lock, and nobody changes it.
/// A private key that signs as ES256: ECDSA on the curve P-256 with SHA-256 (RFC 7518, section 3.4).
public final class ES256PrivateKey: @unchecked Sendable {
    private let key: OpaquePointer

    /// Reads an unencrypted PKCS#8 key as text (PEM), as Apple gives it in a `.p8` file.
    ///
    /// Throws where it is none, is encrypted, or is a key of another kind.
    public init(pem: String) throws(CryptoError) {
        // OpenSSL keeps no copy: the bytes have to stay while it reads them.
        let read = Array(pem.utf8).withUnsafeBytes { bytes -> OpaquePointer? in
            guard let source = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
            defer { BIO_free(source) }
            // Nobody is asked for a password.
            return PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in -1 }, nil)
        }
        ERR_clear_error()
        guard let read else { throw CryptoError("This is no unencrypted private key (PKCS#8, PEM).") }
        guard EVP_PKEY_get_base_id(read) == EVP_PKEY_EC, EVP_PKEY_get_bits(read) == 256, Self.isP256(read) else {
            EVP_PKEY_free(read)
            throw CryptoError("This is no key on the curve P-256.")
        }
        key = read
    }

    private init(taking key: OpaquePointer) {
        self.key = key
    }

    deinit {
        EVP_PKEY_free(key)
    }

    /// A new key, by chance.
    public static func generate() throws(CryptoError) -> ES256PrivateKey {
        guard let key = ccrypto_generate_p256() else { throw CryptoError("OpenSSL could not make a key.") }
        return ES256PrivateKey(taking: key)
    }

    private static func isP256(_ key: OpaquePointer) -> Bool {
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        guard EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1 else { return false }
        return name.prefix(length).elementsEqual("prime256v1".utf8.map(CChar.init))
    }

    // MARK: Signing

    /// R and S of half the length each.
    private static let signatureBytes = 64

    /// The signature of a message: R and S, 32 bytes each, as JSON Web Signatures have it. Another one each time.
    public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw CryptoError("OpenSSL has no memory for a signature.") }
        defer { EVP_MD_CTX_free(context) }
        var der = [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(key)))
        var count = der.count
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, &der, &count, message, message.count) == 1
        else {
            ERR_clear_error()
            throw CryptoError("OpenSSL could not sign.")
        }
        guard let raw = Self.raw(fromDER: der[..<count]) else { throw CryptoError("OpenSSL made no signature.") }
        return raw
    }

    /// R and S, 32 bytes each, of a signature as OpenSSL writes it (RFC 3279, section 2.2.3); nil where it is none.
    package static func raw(fromDER der: ArraySlice<UInt8>) -> [UInt8]? {
        let signature = der.withUnsafeBufferPointer { bytes in
            var next = bytes.baseAddress
            return d2i_ECDSA_SIG(nil, &next, bytes.count)
        }
        guard let signature else { return nil }
        defer { ECDSA_SIG_free(signature) }
        var raw = [UInt8](repeating: 0, count: signatureBytes)
        let half = signatureBytes / 2
        let isWhole = raw.withUnsafeMutableBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return false }
            return BN_bn2binpad(ECDSA_SIG_get0_r(signature), start, Int32(half)) == Int32(half)
                && BN_bn2binpad(ECDSA_SIG_get0_s(signature), start + half, Int32(half)) == Int32(half)
        }
        return isWhole ? raw : nil
    }

    // MARK: Verifying

    /// Whether a signature (R and S, 32 bytes each) is this key's of the message.
    public func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        defer { ERR_clear_error() }
        guard let der = Self.der(fromRaw: signature), let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, der, der.count, message, message.count) == 1
    }

    private static func der(fromRaw raw: [UInt8]) -> [UInt8]? {
        guard raw.count == signatureBytes, let signature = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(signature) }
        let half = signatureBytes / 2
        let isSet = raw.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return false }
            // The signature frees them from then on.
            return ECDSA_SIG_set0(
                signature, BN_bin2bn(start, Int32(half), nil), BN_bin2bn(start + half, Int32(half), nil)) == 1
        }
        guard isSet else { return nil }
        var der = [UInt8](repeating: 0, count: Int(i2d_ECDSA_SIG(signature, nil)))
        let count = der.withUnsafeMutableBufferPointer { bytes in
            var next = bytes.baseAddress
            return i2d_ECDSA_SIG(signature, &next)
        }
        return count > 0 ? Array(der.prefix(Int(count))) : nil
    }

    // MARK: Texts

    /// The key as text (PKCS#8, PEM), which the initializer reads.
    public func pem() throws(CryptoError) -> String {
        try Self.text { PEM_write_bio_PKCS8PrivateKey($0, key, nil, nil, 0, nil, nil) }
    }

    /// Its public half as text (SubjectPublicKeyInfo, PEM).
    public func publicKeyPEM() throws(CryptoError) -> String {
        try Self.text { PEM_write_bio_PUBKEY($0, key) }
    }

    private static func text(_ write: (OpaquePointer) -> Int32) throws(CryptoError) -> String {
        guard let target = BIO_new(BIO_s_mem()) else { throw CryptoError("OpenSSL has no memory for a text.") }
        defer { BIO_free(target) }
        guard write(target) == 1 else {
            ERR_clear_error()
            throw CryptoError("OpenSSL could not write a key.")
        }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = BIO_read(target, &bytes, Int32(bytes.count))
        return String(decoding: bytes.prefix(Int(max(0, count))), as: UTF8.self)
    }
}

extension ES256PrivateKey: CustomStringConvertible, CustomReflectable {
    /// `<REDACTED>`.
    public var description: String { "<REDACTED>" }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
