import Glibc

/// A folder of a test's own, removed with all that is in it when the last reference goes.
public final class TemporaryFolder: Sendable {
    /// Where it is.
    public let path: String

    /// Makes a new one.
    public init() {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/activity-relay-test-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { fatalError("no temporary folder: errno \(errno)") }
        path = String(cString: made)
    }

    deinit { Self.remove(path) }

    /// The path of something in it.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file into it and gives its path.
    @discardableResult
    public func write(_ name: String, _ text: String) -> String {
        let path = path(name)
        guard let file = fopen(path, "w") else { fatalError("cannot write \(path): errno \(errno)") }
        defer { fclose(file) }
        let bytes = Array(text.utf8)
        fwrite(bytes, 1, bytes.count, file)
        return path
    }

    private static func remove(_ path: String) {
        if let directory = opendir(path) {
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { remove("\(path)/\(name)") }
            }
            closedir(directory)
        }
        Glibc.remove(path)
    }
}
