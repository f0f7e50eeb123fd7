import Push

extension Configuration {
    /// Without tokens and webhook secrets the relay serves this machine alone; throws for any other address.
    func checkExposure() throws(ConfigurationFaults) {
        guard tokens.isEmpty, webhookSecrets.isEmpty else { return }
        for address in listen {
            guard case .tcp(let host, _) = address, !Self.isLoopback(host) else { continue }
            throw ConfigurationFaults(faults: [
                ConfigurationFault(
                    place: "/auth",
                    message: "without tokens the relay serves loopback only, not \(host): configure auth.tokens")
            ])
        }
    }

    /// Whether only this machine reaches a host of that name.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || LoopbackAddress.isIPv4(host)
    }
}
