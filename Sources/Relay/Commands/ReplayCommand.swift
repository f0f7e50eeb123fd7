import Glibc
import Telemetry

/// `activity-relay replay`: recorded events through the very same engine, in virtual time.
enum ReplayCommand {
    static func run(_ arguments: ArraySlice<String>, _ environment: [String: String]) throws -> Int32 {
        let arguments = try Arguments(arguments, CommandTable.replay)
        if arguments.wantsHelp {
            StandardOutput.write(CommandTable.replay.help)
            return 0
        }
        try arguments.expect(atMost: 1)
        let until = try arguments.values["--until"].map(instant)
        let loader = ConfigurationLoader(environment: environment)
        let configuration = try loader.load(arguments.values["--config"]).configuration
        let decoder = EventDecoder(reserved: configuration.reservedNames)
        let relay = VirtualRelay(rules: configuration.rules, eventIds: configuration.limits.eventIds)
        var replayer = Replayer(relay)
        let descriptor = try source(arguments.rest.first)
        let isClean = try ReplayPipeline().run(from: descriptor, decoder, &replayer, until: until)
        return isClean ? 0 : 1
    }

    /// The file that is named, or standard input.
    private static func source(_ path: String?) throws -> Int32 {
        guard let path, path != "-" else { return STDIN_FILENO }
        return try Descriptor.open(path)
    }

    private static func instant(_ text: String) throws(UsageError) -> Double {
        guard let instant = Double(text) ?? Timestamp.parse(text), instant.isFinite, instant >= 0 else {
            throw UsageError("--until takes Unix seconds or RFC 3339, not \(LogText.shortened(text))")
        }
        return instant
    }
}
