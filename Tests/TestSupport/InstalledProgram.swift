import Glibc

/// Where the programs of the system are that tests use.
public enum InstalledProgram {
    /// A program that is not there.
    public struct Missing: Error { let name: String }

    /// The path of a program, looked for in PATH and where servers are installed.
    public static func path(_ name: String) throws -> String {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        let folders = path.split(separator: ":").map(String.init) + ["/usr/bin", "/usr/sbin"]
        guard let folder = folders.first(where: { access("\($0)/\(name)", X_OK) == 0 }) else {
            throw Missing(name: name)
        }
        return "\(folder)/\(name)"
    }
}
