import Glibc

/// An IPv4 or IPv6 address; an IPv4 one is kept as it stands in IPv6 (RFC 4291, section 2.5.5.2).
struct IPAddress: Hashable, Sendable {
    /// The first 64 bits.
    let high: UInt64
    /// The last 64 bits.
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The address of a text such as `192.0.2.1` or `2001:db8::1`; nil of any other.
    init?(_ text: some StringProtocol) {
        let text = String(text)
        // What ends a C string would hide the rest.
        guard text.utf8.count <= Self.longestText, !text.utf8.contains(0) else { return nil }
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(high: 0, low: Self.ipv4 << 32 | UInt64(UInt32(bigEndian: four.s_addr)))
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            let halves = withUnsafeBytes(of: &six) { bytes in
                (
                    UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
            self.init(high: halves.0, low: halves.1)
        } else {
            return nil
        }
    }

    private static let longestText = 45
    private static let ipv4: UInt64 = 0xFFFF

    /// Whether it is an IPv4 address.
    var isIPv4: Bool { high == 0 && low >> 32 == Self.ipv4 }
}

extension IPAddress: CustomStringConvertible {
    /// As RFC 5952 has it; an IPv4 address in four numbers.
    var description: String {
        let count = Self.longestText + 1
        var text = [CChar](repeating: 0, count: count)
        if isIPv4 {
            var four = in_addr(s_addr: UInt32(truncatingIfNeeded: low).bigEndian)
            inet_ntop(AF_INET, &four, &text, socklen_t(count))
        } else {
            var six = (high.bigEndian, low.bigEndian)
            inet_ntop(AF_INET6, &six, &text, socklen_t(count))
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
