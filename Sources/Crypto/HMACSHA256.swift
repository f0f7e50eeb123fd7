import CCrypto

/// HMAC with SHA-256 (RFC 2104).
public enum HMACSHA256 {
    /// The 32 bytes that tell, to who has the key, that the message was made by who has the key.
    public static func authenticate(_ message: [UInt8], key: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let keyLength = Int32(exactly: key.count) else { throw CryptoError("The HMAC key is too long.") }
        var code = [UInt8](repeating: 0, count: SHA256.length)
        var length: UInt32 = 0
        // A key of no length must have an address: without one, OpenSSL would take the key of the call before.
        let padded = key.isEmpty ? [0] : key
        let result = HMAC(EVP_sha256(), padded, keyLength, message, message.count, &code, &length)
        guard result != nil, length == code.count else { throw CryptoError("OpenSSL could not compute an HMAC.") }
        return code
    }

    /// Whether `code` is the message's, found out without telling by the time how much of it is right.
    public static func isValid(_ code: [UInt8], for message: [UInt8], key: [UInt8]) throws(CryptoError) -> Bool {
        constantTimeEquals(code, try authenticate(message, key: key))
    }
}
