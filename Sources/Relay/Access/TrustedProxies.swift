import HTTPServer

/// The proxies whose word on where a request comes from is taken (contract, "Configuration").
struct TrustedProxies: Equatable, Sendable {
    private var ranges: [AddressRange] = []
    private var trustsUnix = false

    /// Nobody is trusted.
    init() {}

    /// The word in the configuration that stands for whoever comes by a UNIX socket.
    static let unix = "unix"

    /// Trusts one more: an address, a range in CIDR notation, or `unix`; false where the text is none of these.
    mutating func trust(_ text: String) -> Bool {
        if text == Self.unix {
            trustsUnix = true
        } else {
            guard let range = AddressRange(text) else { return false }
            ranges.append(range)
        }
        return true
    }

    /// Whether the word of that address is taken.
    func trusts(_ address: ClientAddress) -> Bool {
        switch address {
        case .ip(let ip): ranges.contains { $0.contains(ip) }
        case .unix: trustsUnix
        }
    }

    /// Where a request comes from: the last entry of `X-Forwarded-For` that is no trusted proxy, if such a one sent it.
    func client(_ head: RequestHead) -> ClientAddress {
        let peer = head.peer.bits.map { ClientAddress.ip(IPAddress(high: $0.high, low: $0.low)) } ?? .unix
        guard trusts(peer), let forwarded = head.headers["x-forwarded-for"] else { return peer }
        return client(peer, forwarded: forwarded)
    }

    /// Where a request comes from that a trusted peer sent with that `X-Forwarded-For`.
    ///
    /// What cannot be read was written by nobody who is trusted: the one who passed it on counts then.
    func client(_ peer: ClientAddress, forwarded: String) -> ClientAddress {
        var client = peer
        for entry in forwarded.split(separator: ",").reversed() {
            guard trusts(client), let address = Self.address(entry) else { break }
            client = .ip(address)
        }
        return client
    }

    /// An entry: an address, or one with a port as some proxies add.
    private static func address(_ entry: Substring) -> IPAddress? {
        var text = entry.filter { $0 != " " && $0 != "\t" }[...]
        if let address = IPAddress(text) { return address }
        guard let colon = text.lastIndex(of: ":") else {
            return bracketed(text)
        }
        if text.hasSuffix("]") { return bracketed(text) }
        text = text[..<colon]
        return bracketed(text) ?? IPAddress(text)
    }

    private static func bracketed(_ text: Substring) -> IPAddress? {
        text.hasPrefix("[") && text.hasSuffix("]") ? IPAddress(text.dropFirst().dropLast()) : nil
    }
}
