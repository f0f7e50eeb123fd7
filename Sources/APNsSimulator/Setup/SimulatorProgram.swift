import Glibc
import HTTPServer

/// The program: sets up the simulator and runs it until a signal ends it.
enum SimulatorProgram {
    /// Runs with these arguments; returns an exit code only where it does not come to serve, or for `--help`.
    static func run(_ arguments: some Sequence<String>) -> Int32 {
        // Whoever reads our output may go away; that is an error of a write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        // Nothing here has to be brought to an end.
        signal(SIGTERM) { _ in _exit(0) }
        signal(SIGINT) { _ in _exit(0) }
        do {
            let options = try Options(arguments)
            guard !options.wantsHelp else {
                StandardStream.output.write(Help.text)
                return 0
            }
            try serve(options)
        } catch let error as UsageError {
            StandardStream.error.write("apns-simulator: \(error); see apns-simulator --help\n")
            return 2
        } catch {
            StandardStream.error.write("apns-simulator: \(error)\n")
            return 1
        }
    }

    private static func serve(_ options: Options) throws -> Never {
        DescriptorLimit.raise()
        let workspace = try Workspace(options.directory)
        try workspace.prepareCertificate()
        var keys: [ProviderKey] = []
        for (team, key) in zip(options.teams, options.keys) {
            keys.append(try workspace.providerKey(teamId: team, keyId: key))
        }
        var settings = SimulatorSettings(bundleIds: options.topics, keys: keys)
        settings.recordedPushes = options.record
        settings.isQuiet = options.isQuiet
        let inbox = try ControlInbox()
        let loop = try PushLoop(
            Simulator(settings),
            tls: TLSContext(certificateFile: workspace.certificateFile, keyFile: workspace.certificateKeyFile),
            limits: options.limits, address: options.listen, inbox: inbox, clockOffset: options.clockOffset)
        let server = try HTTPServer(loops: 1, handler: ControlHandler(inbox))
        let control = try server.listen(on: options.control)
        try workspace.writeRelayConfiguration(relayConfiguration(options, workspace, loop.address).text)
        StandardStream.error.write(
            """
            apns-simulator: takes pushes at https://\(loop.address), trusted by \(workspace.authorityFile)
            apns-simulator: a relay that sends here: activity-relay --config \(workspace.relayFile)
            apns-simulator: is asked and told at http://\(control)

            """)
        // The server ends with its last reference.
        withExtendedLifetime(server) { loop.run() }
    }

    private static func relayConfiguration(
        _ options: Options, _ workspace: Workspace, _ address: ListenAddress
    ) -> RelayConfiguration {
        let key = options.keys[0]
        return RelayConfiguration(
            teamId: options.teams[0], keyId: key, keyFile: workspace.keyFile(key), bundleId: options.topics[0],
            url: "https://\(reachable(address))", caFile: workspace.authorityFile)
    }

    /// Where this machine reaches what listens on all its addresses: by a name that the certificate has.
    private static func reachable(_ address: ListenAddress) -> ListenAddress {
        guard case .tcp(let host, let port) = address, ["0.0.0.0", "::"].contains(host) else { return address }
        return .tcp(host: "localhost", port: port)
    }
}
