import HTTPServer
import Push

extension Configuration {
    /// Without tokens the relay serves this machine alone; throws for any other address.
    func checkExposure() throws(ConfigurationFaults) {
        for address in listen {
            if case .tcp(let host, _) = address, !Self.isLoopback(host) { try refuseWithoutTokens(host) }
        }
    }

    /// The same for sockets that were handed to the process, and are used instead of `listen`.
    func checkExposure(of sockets: [ActivatedSocket]) throws(ConfigurationFaults) {
        for socket in sockets where !socket.isLoopback { try refuseWithoutTokens("\(socket.address)") }
    }

    private func refuseWithoutTokens(_ place: String) throws(ConfigurationFaults) {
        guard tokens.isEmpty else { return }
        throw ConfigurationFaults(faults: [
            ConfigurationFault(
                place: "/auth",
                message: "without tokens the relay serves loopback only, not \(place): configure auth.tokens")
        ])
    }

    /// Whether only this machine reaches a host of that name.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || LoopbackAddress.isIPv4(host)
    }
}
