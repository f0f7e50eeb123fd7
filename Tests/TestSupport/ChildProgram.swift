import Dispatch
public import Glibc
import Synchronization

/// A program as a process of its own; it ends with the last reference at the latest.
public final class ChildProgram: Sendable {
    /// What a child reads from its standard input.
    public enum Input: Sendable {
        /// These bytes and no more.
        case bytes([UInt8])
        /// What `send` is given, until the last reference goes.
        case open
    }

    /// What a child's standard output is.
    public enum Output: Sendable {
        /// A pipe whose lines are kept.
        case pipe
        /// A pipe whose messages, each with a NUL at its end, are kept as lines are.
        case messages
        /// A file.
        case file(String)
    }

    /// A process that could not be started.
    public struct Failure: Error { let code: Int32 }

    /// Its process id.
    public let id: pid_t
    /// The lines of its standard output.
    public let output: LineBuffer
    /// The lines of its standard error.
    public let errors: LineBuffer
    private let ending: Ending
    private let openInput: Int32?

    /// Starts the program of that path; none of the tests' own `RELAY_` variables reaches it.
    public init(
        _ program: String, _ arguments: [String], input: Input = .bytes([]), environment: [String: String] = [:],
        folder: String? = nil, output: Output = .pipe
    ) throws {
        // The reader of a child's input may be gone before all of it is written.
        signal(SIGPIPE, SIG_IGN)
        // A shell takes it to its folder; the program takes the shell's place.
        let shell = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\""]
        let line = (folder.map { shell + [$0] } ?? []) + [program] + arguments
        // One at a time: a pipe must not reach another child before it is marked as closing.
        let (stdin, stdout, stderr, result) = try Self.starting.withLock { _ in
            let pipes = (try Self.pipe(), try Self.pipe(), try Self.pipe())
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_adddup2(&actions, pipes.0.reading, STDIN_FILENO)
            switch output {
            case .pipe, .messages: posix_spawn_file_actions_adddup2(&actions, pipes.1.writing, STDOUT_FILENO)
            case .file(let path): posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, path, O_WRONLY, 0)
            }
            posix_spawn_file_actions_adddup2(&actions, pipes.2.writing, STDERR_FILENO)
            return (pipes.0, pipes.1, pipes.2, Self.spawn(line, environment, &actions))
        }
        for descriptor in [stdin.reading, stdout.writing, stderr.writing] { close(descriptor) }
        var ending = UInt8(ascii: "\n")
        if case .messages = output { ending = 0 }
        self.output = LineBuffer(reading: stdout.reading, ending: ending)
        errors = LineBuffer(reading: stderr.reading)
        guard let id = result.id else {
            close(stdin.writing)
            throw Failure(code: result.code)
        }
        self.id = id
        self.ending = Ending(id)
        switch input {
        case .open: openInput = stdin.writing
        case .bytes(let bytes):
            openInput = nil
            DispatchQueue(label: "test.input").async {
                try? Self.write(bytes, to: stdin.writing)
                close(stdin.writing)
            }
        }
    }

    deinit {
        terminate(SIGKILL)
        _ = waitForExit()
        if let openInput { close(openInput) }
    }

    private static let starting = Mutex(())

    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var pair: [Int32] = [-1, -1]
        guard Glibc.pipe(&pair) == 0 else { throw Failure(code: errno) }
        for descriptor in pair { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return (pair[0], pair[1])
    }

    private static func spawn(
        _ arguments: [String], _ more: [String: String], _ actions: inout posix_spawn_file_actions_t
    ) -> (id: pid_t?, code: Int32) {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // As from a shell: the tests ignore SIGPIPE, and the program must not live by that.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGPIPE, SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let variables = environment().merging(more) { $1 }.map { "\($0)=\($1)" }
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, arguments[0], &actions, &attributes, &argv, &envp)
        return (code == 0 ? id : nil, code)
    }

    /// The tests' environment without what the program goes by.
    private static func environment() -> [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, !parts[0].hasPrefix("RELAY_") { variables[String(parts[0])] = String(parts[1]) }
            next += 1
        }
        return variables
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure(code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    // MARK: Its life

    /// Writes to its standard input, which is to be open.
    public func send(_ bytes: [UInt8]) throws {
        guard let openInput else { throw Failure(code: EBADF) }
        try Self.write(bytes, to: openInput)
    }

    /// The first line of standard error that `isWanted`.
    public func waitForLine(
        within seconds: Double = TestClock.patience, _ isWanted: (String) -> Bool
    ) -> String? {
        errors.line(within: seconds, where: isWanted)
    }

    /// Sends it a signal, unless it has ended.
    public func terminate(_ signal: Int32 = SIGTERM) { ending.signal(signal) }

    /// Its exit code, 128 and the signal's number where one ended it; nil where it goes on.
    public func waitForExit(within seconds: Double = TestClock.patience) -> Int32? {
        ending.wait(within: seconds)
    }

    /// Knows whether a child has ended, so that no signal goes to a process that has its number later.
    private final class Ending: Sendable {
        private let id: pid_t
        private let code = Mutex<Int32?>(nil)
        private let ended = DispatchSemaphore(value: 0)

        init(_ id: pid_t) {
            self.id = id
            DispatchQueue(label: "test.child").async { self.watch() }
        }

        private func watch() {
            var info = siginfo_t()
            while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            code.withLock { code in
                var status: Int32 = 0
                waitpid(id, &status, 0)
                code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
            }
            ended.signal()
        }

        func signal(_ number: Int32) {
            code.withLock { code in
                if code == nil { kill(id, number) }
            }
        }

        func wait(within seconds: Double) -> Int32? {
            if ended.wait(timeout: .now() + seconds) == .success { ended.signal() }
            return code.withLock { $0 }
        }
    }
}
