import CCrypto

/// A digest algorithm that was looked up once: a look-up at each call costs more than to hash a short text (a call that
/// takes 320 ns with it takes 120 without). https://docs.openssl.org/3.0/man7/crypto/, "Performance"
///
/// OpenSSL counts the references to it atomically, and nothing else of it changes.
final class FetchedDigest: @unchecked Sendable {
    /// SHA-256, from OpenSSL's default provider.
    static let sha256 = FetchedDigest("SHA256")

    private let algorithm: OpaquePointer

    private init(_ name: String) {
        guard let fetched = EVP_MD_fetch(nil, name, nil) else {
            // Not a matter of what comes in: without it no OpenSSL works at all.
            fatalError("OpenSSL has no \(name): its installation or configuration is broken.")
        }
        algorithm = fetched
    }

    deinit {
        EVP_MD_free(algorithm)
    }

    /// Writes the digest of the bytes; `output` must have room for it.
    func hash(_ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>) {
        guard EVP_Digest(input.baseAddress, input.count, output.baseAddress, nil, algorithm, nil) == 1 else {
            fatalError("OpenSSL could not compute a digest: there is no memory, or its installation is broken.")
        }
    }
}
