extension PeerAddress {
    /// The 128 bits of its IPv6 address, an IPv4 one as it stands in IPv6 (RFC 4291, section 2.5.5.2); nil for a UNIX
    /// socket.
    public var bits: (high: UInt64, low: UInt64)? {
        switch kind {
        case .ipv4(let address, _): (0, 0xFFFF << 32 | UInt64(address))
        case .ipv6(let high, let low, _): (high, low)
        case .local: nil
        }
    }
}
