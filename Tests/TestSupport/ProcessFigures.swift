public import Glibc

/// What a process holds at an instant.
public struct ProcessFigures: Equatable, Sendable {
    /// Its resident memory, bytes.
    public let residentBytes: Int
    /// What its open descriptors are of.
    public let files: [String]

    /// The figures of a process that runs.
    public init(of id: pid_t) {
        residentBytes = Self.pages(id) * Int(sysconf(Int32(_SC_PAGESIZE)))
        files = Self.files("/proc/\(id)/fd")
    }

    private static func pages(_ id: pid_t) -> Int {
        var bytes = [UInt8](repeating: 0, count: 256)
        let descriptor = open("/proc/\(id)/statm", O_RDONLY)
        defer { close(descriptor) }
        let count = read(descriptor, &bytes, bytes.count)
        let fields = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? Int(fields[1]) ?? 0 : 0
    }

    /// What the links of a folder lead to.
    private static func files(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var files: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var target = [CChar](repeating: 0, count: 4096)
            let count = readlink("\(path)/\(name)", &target, target.count)
            if count > 0 {
                files.append(String(decoding: target.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self))
            }
        }
        return files.sorted()
    }
}
