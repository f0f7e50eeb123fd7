import CSSL

/// The private key of a certificate, on the curve P-256.
final class Key {
    let pointer: OpaquePointer

    private init(taking pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// Reads one from a text.
    init?(pem: String) {
        // Nobody is asked for a password.
        guard let pointer = PEMText.read(pem, { PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil) }) else {
            return nil
        }
        self.pointer = pointer
    }

    deinit { EVP_PKEY_free(pointer) }

    /// A new one.
    static func make() -> Key? { cssl_generate_p256().map(Key.init(taking:)) }

    /// Its text.
    var pem: String? { PEMText.write { PEM_write_bio_PKCS8PrivateKey($0, pointer, nil, nil, 0, nil, nil) } }
}
