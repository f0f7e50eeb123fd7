/// Whose request it is, as far as the network tells.
enum ClientAddress: Hashable, Sendable {
    case ip(IPAddress)
    /// Somebody on this machine, by a UNIX socket.
    case unix

    /// What counts as one client: an IPv4 address, or a network of IPv6, of which one client has all addresses.
    var client: ClientAddress {
        guard case .ip(let address) = self, !address.isIPv4 else { return self }
        return .ip(IPAddress(high: address.high, low: 0))
    }
}

extension ClientAddress: CustomStringConvertible {
    /// The address, or `unix`.
    var description: String {
        switch self {
        case .ip(let address): address.description
        case .unix: "unix"
        }
    }
}
