public import Glibc

/// The program that was built, as a process of its own; it ends with the last reference at the latest.
public final class RelayProcess: Sendable {
    private let child: ChildProgram

    /// The path of the program: it stands beside the tests.
    public static let program = BuiltProgram.path("activity-relay")

    /// Starts it; none of the tests' own `RELAY_` variables reaches it.
    ///
    /// `under`: a program that runs it, and that program's own arguments.
    public init(
        _ arguments: [String], under: [String] = [], input: [UInt8] = [], environment: [String: String] = [:],
        folder: String? = nil, output: ChildProgram.Output = .pipe
    ) throws {
        let line = under + [Self.program] + arguments
        child = try ChildProgram(
            line[0], Array(line.dropFirst()), input: .bytes(input), environment: environment, folder: folder,
            output: output)
    }

    /// Its process id.
    public var id: pid_t { child.id }

    /// The lines of its standard output.
    public var output: LineBuffer { child.output }

    /// The lines of its standard error.
    public var errors: LineBuffer { child.errors }

    /// The first line of standard error that `isWanted`.
    public func waitForLine(
        within seconds: Double = TestClock.patience, _ isWanted: (String) -> Bool
    ) -> String? {
        errors.line(within: seconds, where: isWanted)
    }

    /// Sends it a signal, unless it has ended.
    public func terminate(_ signal: Int32 = SIGTERM) { child.terminate(signal) }

    /// Its exit code, 128 and the signal's number where one ended it; nil where it goes on.
    public func waitForExit(within seconds: Double = TestClock.patience) -> Int32? {
        child.waitForExit(within: seconds)
    }
}
