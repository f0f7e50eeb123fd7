import Glibc
import Relay

/// The environment as a dictionary; of a name that stands twice the first counts, as for `getenv`.
func environmentVariables() -> [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
        let text = String(cString: entry)
        if let equals = text.firstIndex(of: "=") {
            let name = String(text[..<equals])
            if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
        }
        next += 1
    }
    return variables
}

// A closed standard descriptor would be given to the next file that is opened: the store, say, and the pushes written
// into it.
for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
    _ = open("/dev/null", O_RDWR)
}

// The language's runtime reads the arguments from /proc; without it even the program's own name is missing.
guard !CommandLine.arguments.isEmpty else {
    let complaint = "activity-relay: the command line cannot be read: is /proc mounted?\n"
    write(STDERR_FILENO, complaint, complaint.utf8.count)
    exit(1)
}
exit(RelayProgram.run(Array(CommandLine.arguments.dropFirst()), environment: environmentVariables()))
