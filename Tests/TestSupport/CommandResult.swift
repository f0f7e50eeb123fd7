/// What a command that ran to its end came to.
public struct CommandResult: Sendable {
    /// Its exit code; nil where it had to be ended.
    public var code: Int32?
    /// The lines of its standard output.
    public var output: [String]
    /// The lines of its standard error.
    public var errors: [String]

    /// Runs the program to its end.
    public static func of(
        _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:], folder: String? = nil
    ) throws -> CommandResult {
        try of(
            program: RelayProcess.program, arguments, input: input, environment: environment, folder: folder)
    }

    /// Runs the program of that path to its end.
    public static func of(
        program: String, _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
        folder: String? = nil
    ) throws -> CommandResult {
        let process = try ChildProgram(
            program, arguments, input: .bytes(input), environment: environment, folder: folder)
        let code = process.waitForExit()
        if code == nil { process.terminate(9) }
        return CommandResult(code: code, output: process.output.all(), errors: process.errors.all())
    }
}
