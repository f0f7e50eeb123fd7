import Glibc

/// The program: finds the command, runs it, and gives its exit code (0, 1 failure, 2 usage).
public enum RelayProgram {
    /// Runs the command that the arguments name (without the program's own name), with this environment.
    ///
    /// Returns the exit code; `serve` returns when the relay has stopped.
    public static func run(_ arguments: [String], environment: [String: String]) -> Int32 {
        // Whoever reads our output may go away; that is an error of a write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        do {
            return try command(arguments, environment)
        } catch let error as UsageError {
            StandardError.write("activity-relay: \(error.message); see activity-relay --help\n")
            return 2
        } catch let faults as ConfigurationFaults {
            for fault in faults.faults { StandardError.write("activity-relay: configuration: \(fault)\n") }
            return 1
        } catch {
            StandardError.write("activity-relay: \(error)\n")
            return 1
        }
    }

    private static func command(_ arguments: [String], _ environment: [String: String]) throws -> Int32 {
        let rest = arguments.dropFirst()
        switch arguments.first {
        case "serve"?: return try ServeCommand.run(rest, environment)
        case "replay"?: return try ReplayCommand.run(rest, environment)
        case "send"?: return try SendCommand.run(rest, environment)
        case "tail"?: return try TailCommand.run(rest, environment)
        case "backup"?: return try BackupCommand.run(rest, environment)
        case "check"?: return try CheckCommand.run(rest, environment)
        case "completion"?: return try CompletionCommand.run(rest)
        case "version"?, "--version"?: return try version(rest)
        case "help"?, "--help"?, "-h"?:
            StandardOutput.write(Help.program)
            return 0
        case let name? where !name.hasPrefix("-"):
            throw UsageError("there is no command \(LogText.shortened(name))")
        default: return try ServeCommand.run(arguments[...], environment)
        }
    }

    private static func version(_ arguments: ArraySlice<String>) throws(UsageError) -> Int32 {
        let arguments = try Arguments(arguments, CommandTable.version)
        try arguments.expect(atMost: 0)
        StandardOutput.write(arguments.wantsHelp ? CommandTable.version.help : "activity-relay \(Version.text)\n")
        return 0
    }
}
