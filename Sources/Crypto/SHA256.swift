import CCrypto

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// Length of a digest in bytes.
    public static let length = Int(SHA256_DIGEST_LENGTH)

    /// The 32 bytes of the digest.
    public static func digest(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: length) { output, count in
                FetchedDigest.sha256.hash(input, into: output)
                count = length
            }
        }
    }

    /// The first 128 bits of the digest of the text's UTF-8, as two numbers of which the first comes first.
    public static func prefix128(_ text: String) -> (high: UInt64, low: UInt64) {
        var text = text
        return text.withUTF8 { input in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { output in
                FetchedDigest.sha256.hash(input, into: output)
                return (bigEndian(output, at: 0), bigEndian(output, at: 8))
            }
        }
    }

    private static func bigEndian(_ bytes: UnsafeMutableBufferPointer<UInt8>, at index: Int) -> UInt64 {
        bytes[index..<index + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
