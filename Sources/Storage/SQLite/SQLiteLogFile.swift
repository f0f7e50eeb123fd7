import Glibc

/// A descriptor of the write-ahead log beside SQLite's own, to make it durable on whatever thread; closed when this is
/// gone.
///
/// Closing it ends no lock: SQLite's are on the database and the log's index.
final class SQLiteLogFile: Sendable {
    private let descriptor: Int32
    private let name: String

    /// Opens the log of the database at `path`, which SQLite must have made, and makes its name durable: SQLite itself
    /// does so only when it first syncs the log.
    init(database path: String, name: String) throws(StoreError) {
        self.name = name + "-wal"
        descriptor = open(path + "-wal", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotOpen(self.name, errno: errno) }
        try Self.syncDirectory(of: path, name: name)
    }

    deinit {
        close(descriptor)
    }

    /// Waits until all that was written to the log is on the disk.
    func sync() throws(StoreError) {
        guard fdatasync(descriptor) == 0 else { throw Self.failure(of: name) }
    }

    private static func syncDirectory(of path: String, name: String) throws(StoreError) {
        let directory = open(SQLitePath.directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw .cannotOpen(name, errno: errno) }
        defer { close(directory) }
        // Some file systems cannot sync a directory, and say so by EINVAL.
        guard fsync(directory) == 0 || errno == EINVAL else { throw failure(of: name) }
    }

    private static func failure(of name: String) -> StoreError {
        let reason = String(cString: strerror(errno))
        return StoreError(.io, "\(name) cannot be made durable (\(reason)); check the disk.")
    }
}
