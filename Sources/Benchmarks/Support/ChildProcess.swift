import Glibc

/// A process of ours, in a process group of its own, so that it ends with whatever it started.
final class ChildProcess: Sendable {
    /// Its id.
    let id: pid_t
    private let name: String

    /// Starts the program at `path`; its output goes to these files, its input is empty.
    init(
        _ path: String, _ arguments: [String], output: String = "/dev/null", errors: String = "/dev/null"
    ) throws {
        name = path.split(separator: "/").last.map(String.init) ?? path
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, flags, 0o600)
        id = try Self.spawn(path, [path] + arguments, &actions)
        Leftovers.shared.add(id)
    }

    private static func spawn(
        _ path: String, _ arguments: [String], _ actions: inout posix_spawn_file_actions_t
    ) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGPIPE] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
        let arguments = CStrings(arguments)
        let environment = CStrings(inheritedEnvironment())
        var id = pid_t()
        let code = posix_spawn(&id, path, &actions, &attributes, arguments.pointers, environment.pointers)
        guard code == 0 else {
            throw BenchmarkFailure("cannot start \(path): \(String(cString: strerror(code)))")
        }
        return id
    }

    /// The environment without settings of the relay: a benchmark measures what it says itself.
    private static func inheritedEnvironment() -> [String] {
        var variables: [String] = []
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if !text.hasPrefix("RELAY_") { variables.append(text) }
            next += 1
        }
        return variables
    }

    /// Waits for its end; throws unless it went well.
    func waitForSuccess() throws {
        let status = wait()
        guard status == 0 else { throw BenchmarkFailure("\(name) failed (wait status \(status))") }
    }

    /// Asks it to end, and makes it end where it does not.
    func stop() {
        guard Leftovers.shared.has(id) else { return }
        kill(id, SIGTERM)
        for _ in 0..<500 {
            var status: Int32 = 0
            if waitpid(id, &status, WNOHANG) != 0 { return Leftovers.shared.forget(id) }
            usleep(10_000)
        }
        kill(-id, SIGKILL)
        _ = wait()
    }

    private func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else { break }
        }
        Leftovers.shared.forget(id)
        return status
    }
}
