import Glibc

/// How long a disk takes until it has kept a few bytes.
enum DiskProbe {
    private static let writes = 500
    private static let bytes = 4096

    /// Of an append to a file in `folder`, each followed by an fsync.
    static func appends(in folder: TemporaryFolder) throws -> Latency {
        try measure(in: folder) { write($0, $1, bytes) == bytes && fsync($0) == 0 }
    }

    /// Of a write within a file in `folder`, each followed by an fdatasync: what a write-ahead log mostly does.
    static func overwrites(in folder: TemporaryFolder) throws -> Latency {
        try measure(in: folder) { pwrite($0, $1, bytes, 0) == bytes && fdatasync($0) == 0 }
    }

    private static func measure(
        in folder: TemporaryFolder, _ keep: (_ descriptor: Int32, _ piece: [UInt8]) -> Bool
    ) throws -> Latency {
        let path = folder.file("disk-probe")
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BenchmarkFailure.system("cannot create \(path)") }
        defer { close(descriptor) }
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: bytes)
        return Latency(
            try (0..<writes).map { _ in
                try Stopwatch.seconds {
                    guard keep(descriptor, piece) else { throw BenchmarkFailure.system("cannot write \(path)") }
                }
            })
    }
}
