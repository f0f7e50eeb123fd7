import Glibc

/// How long a disk takes until it has kept a few bytes.
enum DiskProbe {
    private static let appends = 500
    private static let bytes = 4096

    /// Of an append to a file in `folder`, each followed by an fsync.
    static func latency(in folder: TemporaryFolder) throws -> Latency {
        let path = folder.file("disk-probe")
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BenchmarkFailure.system("cannot create \(path)") }
        defer { close(descriptor) }
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: bytes)
        return Latency(
            try (0..<appends).map { _ in
                try Stopwatch.seconds {
                    guard write(descriptor, piece, piece.count) == piece.count, fsync(descriptor) == 0 else {
                        throw BenchmarkFailure.system("cannot write \(path)")
                    }
                }
            })
    }
}
