public import Glibc

/// What a process holds at an instant.
public struct ProcessFigures: Equatable, Sendable {
    /// Its resident memory, bytes.
    public let residentBytes: Int
    /// How many descriptors it has open.
    public let descriptors: Int

    /// The figures of a process that runs.
    public init(of id: pid_t) {
        residentBytes = Self.pages(id) * Int(sysconf(Int32(_SC_PAGESIZE)))
        descriptors = Self.entries("/proc/\(id)/fd")
    }

    private static func pages(_ id: pid_t) -> Int {
        var bytes = [UInt8](repeating: 0, count: 256)
        let descriptor = open("/proc/\(id)/statm", O_RDONLY)
        defer { close(descriptor) }
        let count = read(descriptor, &bytes, bytes.count)
        let fields = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? Int(fields[1]) ?? 0 : 0
    }

    private static func entries(_ path: String) -> Int {
        guard let folder = opendir(path) else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Without "." and "..".
        return count - 2
    }
}
