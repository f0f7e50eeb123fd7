import Glibc

/// Whole files.
enum File {
    /// Writes a file anew.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BenchmarkFailure.system("cannot create \(path)") }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw BenchmarkFailure.system("cannot write \(path)") }
            rest = rest.dropFirst(count)
        }
    }

    /// The text of a file; empty where there is none.
    static func text(of path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = read(descriptor, &piece, piece.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece[..<count]
        }
    }

    /// The size of a file, MB (of 1024 × 1024 bytes); 0 where there is none.
    static func megabytes(of path: String) -> Double {
        var status = stat()
        return stat(path, &status) == 0 ? Double(status.st_size) / 1024 / 1024 : 0
    }

    /// Whether a file may be run.
    static func isExecutable(_ path: String) -> Bool {
        access(path, X_OK) == 0
    }
}
