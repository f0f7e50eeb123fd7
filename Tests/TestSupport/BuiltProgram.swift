import Glibc

/// Where the programs are that were built with the tests.
public enum BuiltProgram {
    /// The path of a program: it stands beside the tests.
    public static func path(_ name: String) -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            + "/\(name)"
    }
}
