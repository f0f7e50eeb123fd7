import CCrypto

/// Bytes that nobody can guess.
public enum RandomBytes {
    /// Makes `count` bytes; throws if the system gives no randomness.
    public static func make(_ count: Int) throws(CryptoError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(count, 0))
        guard let length = Int32(exactly: bytes.count), RAND_bytes(&bytes, length) == 1 else {
            throw CryptoError("OpenSSL gave no random bytes.")
        }
        return bytes
    }
}
