import CCrypto

/// Whether both are the same bytes; the time this takes tells nothing of what they are, nor whether they are equally
/// long, only how long each is by itself.
public func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    // Of digests the lengths are equal, as CRYPTO_memcmp wants.
    let isSame = CRYPTO_memcmp(SHA256.digest(left), SHA256.digest(right), SHA256.length) == 0
    return isSame && left.count == right.count
}

/// Whether both texts are the same in UTF-8; see the comparison of bytes.
public func constantTimeEquals(_ left: String, _ right: String) -> Bool {
    constantTimeEquals(Array(left.utf8), Array(right.utf8))
}
