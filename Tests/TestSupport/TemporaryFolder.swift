import Glibc
import Synchronization

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

    /// Makes one that stays until the tests end.
    static func untilExit() -> TemporaryFolder {
        let folder = TemporaryFolder()
        let isFirst = lasting.withLock { folders in
            folders.append(folder)
            return folders.count == 1
        }
        if isFirst { atexit { TemporaryFolder.lasting.withLock { $0.removeAll() } } }
        return folder
    }

    private static let lasting = Mutex<[TemporaryFolder]>([])

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

    /// The names of what is in it.
    public func names() -> [String] { Self.names(in: path) }

    private static func remove(_ path: String) {
        // A link is removed, not followed.
        if unlink(path) == 0 { return }
        // A test may have made the folder unreadable.
        chmod(path, 0o700)
        for name in names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }

    private static func names(in path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
