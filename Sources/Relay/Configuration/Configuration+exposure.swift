import HTTPServer
import Push

extension Configuration {
    /// Without tokens and webhook secrets the relay serves this machine alone; throws for any other address.
    ///
    /// `sockets`: those that were handed to the process; where there are any, they are used instead of `listen`.
    func checkExposure(on sockets: [ActivatedSocket] = []) throws(ConfigurationFaults) {
        guard tokens.isEmpty, webhookSecrets.isEmpty else { return }
        let exposed =
            sockets.isEmpty
            ? listen.compactMap(Self.exposedHost) : sockets.filter { !$0.isLoopback }.map { "\($0.address)" }
        guard let place = exposed.first else { return }
        throw ConfigurationFaults(faults: [
            ConfigurationFault(
                place: "/auth",
                message: "without tokens the relay serves loopback only, not \(place): configure auth.tokens")
        ])
    }

    private static func exposedHost(_ address: Listen) -> String? {
        guard case .tcp(let host, _) = address, !isLoopback(host) else { return nil }
        return host
    }

    /// Whether only this machine reaches a host of that name.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || LoopbackAddress.isIPv4(host)
    }
}
