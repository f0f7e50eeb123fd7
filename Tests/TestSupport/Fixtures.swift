import Glibc
public import JSON

/// The files that tests read, beside the tests.
public enum Fixtures {
    /// The folder of the fixtures.
    public static let folder: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        return parts.joined(separator: "/") + "/Fixtures"
    }()

    /// The names of the files in a folder of it that end so, sorted.
    public static func names(in name: String, ending: String) -> [String] {
        names(at: "\(folder)/\(name)", ending: ending)
    }

    /// The names of the files in any folder that end so, sorted.
    public static func names(at path: String, ending: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let text = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if text.hasSuffix(ending) { names.append(text) }
        }
        return names.sorted()
    }

    /// A file's content; empty where there is none.
    public static func bytes(_ path: String) -> [UInt8] {
        guard let file = fopen("\(folder)/\(path)", "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// A file's content as JSON.
    public static func json(_ path: String) throws -> JSONValue {
        var reader = JSONReader(bytes(path), limits: JSONLimits(textBytes: 1 << 20))
        let value = try reader.readValue()
        try reader.finish()
        return value
    }
}
