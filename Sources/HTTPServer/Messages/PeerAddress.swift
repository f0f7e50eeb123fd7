/// Where a connection comes from.
public struct PeerAddress: Sendable, Equatable {
    /// The kinds of address; numbers are in host byte order.
    enum Kind: Sendable, Equatable {
        case ipv4(address: UInt32, port: UInt16)
        case ipv6(high: UInt64, low: UInt64, port: UInt16)
        case local
    }

    let kind: Kind

    /// Whether it is this machine: 127.0.0.0/8, ::1 or a UNIX socket.
    public var isLoopback: Bool {
        switch kind {
        case .ipv4(let address, _): address >> 24 == 127
        case .ipv6(let high, let low, _): high == 0 && low == 1
        case .local: true
        }
    }
}

extension PeerAddress: CustomStringConvertible {
    /// `127.0.0.1:5123`, `[::1]:80`, or `unix`.
    public var description: String {
        switch kind {
        case .ipv4(_, let port): "\(host):\(port)"
        case .ipv6(_, _, let port): "[\(host)]:\(port)"
        case .local: host
        }
    }

    /// The address without its port, `127.0.0.1`, `::1`, or `unix`.
    var host: String {
        switch kind {
        case .ipv4(let address, _):
            "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).\(address & 255)"
        case .ipv6(let high, let low, _): PeerAddress.text(high, low)
        case .local: "unix"
        }
    }

    /// An IPv6 address in its canonical text form (RFC 5952).
    private static func text(_ high: UInt64, _ low: UInt64) -> String {
        let groups = [high, low].flatMap { half in [48, 32, 16, 0].map { UInt16(truncatingIfNeeded: half >> $0) } }
        let words = groups.map { String($0, radix: 16) }
        guard let gap = longestZeroRun(groups) else { return words.joined(separator: ":") }
        return words[..<gap.lowerBound].joined(separator: ":") + "::" + words[gap.upperBound...].joined(separator: ":")
    }

    /// The first longest run of at least two zero groups.
    private static func longestZeroRun(_ groups: [UInt16]) -> Range<Int>? {
        var best: Range<Int>?
        var start = 0
        for index in 0...groups.count where index == groups.count || groups[index] != 0 {
            if index - start > max(1, best?.count ?? 0) {
                best = start..<index
            }
            start = index + 1
        }
        return best
    }
}
