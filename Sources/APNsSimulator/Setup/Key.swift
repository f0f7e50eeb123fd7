import CSSL

/// A private key as OpenSSL's certificates take it.
final class Key {
    let pointer: OpaquePointer

    /// Reads one from a text.
    init?(pem: String) {
        // Nobody is asked for a password.
        guard let pointer = PEMText.read(pem, { PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil) }) else {
            return nil
        }
        self.pointer = pointer
    }

    deinit { EVP_PKEY_free(pointer) }
}
