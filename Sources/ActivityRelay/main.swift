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

exit(RelayProgram.run(Array(CommandLine.arguments.dropFirst()), environment: environmentVariables()))
