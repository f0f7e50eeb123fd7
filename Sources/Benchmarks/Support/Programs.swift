import Glibc

/// Where the programs are that benchmarks start.
enum Programs {
    /// A program of the system, looked for in PATH and where servers are installed; its package is called like it where
    /// it is not named.
    static func installed(_ name: String, package: String? = nil) throws -> String {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin"]
        guard let folder = folders.first(where: { File.isExecutable("\($0)/\(name)") }) else {
            throw MissingTool(name: name, package: package ?? name)
        }
        return "\(folder)/\(name)"
    }

    /// The relay that was built beside this program.
    static func relay() throws -> String {
        try built("activity-relay")
    }

    /// The plain libcurl loop that was built beside this program.
    static func plainCurlLoop() throws -> String {
        try built("PlainCurlLoop")
    }

    /// The simulator of APNs that was built beside this program.
    static func apnsSimulator() throws -> String {
        try built("apns-simulator")
    }

    private static func built(_ name: String) throws -> String {
        let path = try ownFolder() + "/" + name
        guard File.isExecutable(path) else {
            throw BenchmarkFailure("\(path) is missing: build it with \"swift build -c release\"")
        }
        return path
    }

    private static func ownFolder() throws -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { throw BenchmarkFailure.system("cannot find this program's own folder") }
        let path = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    }
}
