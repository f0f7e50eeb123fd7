import Glibc

/// A folder of this run's own, removed with all that lies in it.
final class TemporaryFolder: Sendable {
    /// Where it is.
    let path: String

    init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/activity-relay-benchmarks.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchmarkFailure.system("cannot make a folder in \(parent)") }
        path = template.withUnsafeBufferPointer { buffer in
            String(decoding: buffer.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }

    /// The path of a file in it.
    func file(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// Removes it.
    func remove() {
        Self.remove(path)
    }

    private static func remove(_ path: String) {
        // A link is removed, not followed.
        if unlink(path) == 0 { return }
        for name in names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }

    private static func names(in path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
