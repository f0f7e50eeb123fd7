/// The addresses that begin with the same bits: `10.0.0.0/8`, `2001:db8::/32`, or one address alone.
struct AddressRange: Equatable, Sendable {
    private let high: UInt64
    private let low: UInt64
    private let highMask: UInt64
    private let lowMask: UInt64

    /// The range of a text in CIDR notation (RFC 4632, RFC 4291), or of one address; nil of any other.
    ///
    /// Bits behind the prefix do not count.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = IPAddress(parts[0]) else { return nil }
        let width = address.isIPv4 && !parts[0].contains(":") ? 32 : 128
        var length = width
        if parts.count == 2 {
            guard parts[1].utf8.count <= 3, parts[1].allSatisfy(\.isASCIIDigit), let told = Int(parts[1]),
                told <= width
            else { return nil }
            length = told
        }
        length += 128 - width
        highMask = length >= 64 ? .max : ~(.max >> UInt64(length))
        lowMask = length <= 64 ? 0 : length >= 128 ? .max : ~(.max >> UInt64(length - 64))
        high = address.high & highMask
        low = address.low & lowMask
    }

    /// Whether an address is one of them.
    func contains(_ address: IPAddress) -> Bool {
        address.high & highMask == high && address.low & lowMask == low
    }
}

extension Character {
    /// Whether it is one of 0–9.
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
