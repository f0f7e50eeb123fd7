import HTTPServer
import Telemetry

/// `activity-relay serve`: the relay.
enum ServeCommand {
    static func run(_ arguments: ArraySlice<String>, _ environment: [String: String]) throws -> Int32 {
        let arguments = try Arguments(arguments, CommandTable.serve)
        if arguments.wantsHelp {
            StandardOutput.write(CommandTable.serve.help)
            return 0
        }
        try arguments.expect(atMost: 0)
        let (configuration, notes) = try load(arguments, environment)
        let sockets = try ActivatedSocket.takeAll(environment)
        try configuration.checkExposure(on: sockets)
        let log = LogOutput(configuration.log)
        let logger = log.logger
        for note in notes { logger.warning("configuration: \(note.message)", LogField("place", note.place)) }
        Memory.keepSmall()
        DescriptorLimit.raise()
        let signals = StopSignals()
        let relay = try RunningRelay(
            configuration, log, on: sockets, telling: ServiceNotifier(environment),
            reload: { try load(arguments, environment) })
        relay.waitUntilStopped(by: signals)
        return 0
    }

    /// The configuration as it is now: the file, the environment, and the command line before both.
    private static func load(
        _ arguments: Arguments, _ environment: [String: String]
    ) throws -> (configuration: Configuration, notes: [ConfigurationFault]) {
        let loader = ConfigurationLoader(environment: environment)
        var (configuration, notes) = try loader.load(arguments.values["--config"])
        if let text = arguments.values["--listen"] { configuration.listen = [try listen(text)] }
        if let url = arguments.values["--store"] { configuration.store = try ConfigurationReader.storeLocation(url) }
        return (configuration, notes)
    }

    /// `HOST:PORT`, `[IPv6]:PORT`, or `:PORT` for this machine.
    static func listen(_ text: String) throws(UsageError) -> Configuration.Listen {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { throw UsageError("--listen takes HOST:PORT, the port up to 65535, not \(LogText.shortened(text))") }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        return .tcp(host: host.isEmpty ? "127.0.0.1" : host, port: port)
    }
}
