import Glibc
import Telemetry

/// `activity-relay replay`: recorded events through the very same engine, in virtual time.
enum ReplayCommand {
    static func run(_ arguments: ArraySlice<String>, _ environment: [String: String]) throws -> Int32 {
        let arguments = try Arguments(arguments, options: ["--config", "--until"])
        if arguments.wantsHelp {
            StandardOutput.write(Help.replay)
            return 0
        }
        try arguments.expect(atMost: 1)
        let until = try arguments.values["--until"].map(instant)
        let loader = ConfigurationLoader(environment: environment)
        let configuration = try loader.load(arguments.values["--config"]).configuration
        let decoder = EventDecoder(reserved: configuration.mapping.reserved)
        let relay = VirtualRelay(rules: configuration.rules, eventIds: configuration.limits.eventIds)
        var replayer = Replayer(relay, decoder: decoder)
        try replay(arguments.rest.first, until: until, &replayer)
        return replayer.hasFailed ? 1 : 0
    }

    private static func instant(_ text: String) throws(UsageError) -> Double {
        guard let instant = Double(text) ?? Timestamp.parse(text), instant.isFinite, instant >= 0 else {
            throw UsageError("--until takes Unix seconds or RFC 3339, not \(LogText.shortened(text))")
        }
        return instant
    }

    private static func replay(_ path: String?, until: Double?, _ replayer: inout Replayer) throws {
        let isFile = path != nil && path != "-"
        let descriptor = isFile ? try Descriptor.open(path ?? "") : STDIN_FILENO
        defer { if isFile { close(descriptor) } }
        while true {
            let piece = try Descriptor.read(from: descriptor, atMost: 256 * 1024)
            if piece.isEmpty { break }
            try replayer.take(piece[...])
            try flush(&replayer)
        }
        try replayer.finish(until: until)
        try flush(&replayer)
    }

    private static func flush(_ replayer: inout Replayer) throws {
        for complaint in replayer.complaints { StandardError.write("activity-relay: \(complaint)\n") }
        guard StandardOutput.write(replayer.output) else {
            throw ProgramFailure("cannot write to standard output: \(String(cString: strerror(errno)))")
        }
        replayer.clear()
    }
}
