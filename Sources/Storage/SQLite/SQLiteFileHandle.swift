import Glibc

/// A descriptor of the database file beside SQLite's own, closed when this is gone.
///
/// It must outlive all of the process's connections to the file:
///
/// > One particularly pernicious problem is that the close() system call will cancel all POSIX advisory locks on the
/// > same file for all threads and all file descriptors in the process.
/// https://www.sqlite.org/howtocorrupt.html
final class SQLiteFileHandle: Sendable {
    private let descriptor: Int32
    /// Which file it is.
    let identity: FileIdentity?

    /// Opens the file, or makes it, for the relay's user only.
    ///
    /// Only for who has the lock file: there must be no other store on the file in this process.
    init(_ path: String, name: String) throws(StoreError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, mode_t(0o600))
        guard descriptor >= 0 else { throw .cannotOpen(name, errno: errno) }
        identity = FileIdentity(of: descriptor)
    }

    deinit {
        close(descriptor)
    }

    /// Waits until what was written to the file is on the disk.
    func sync() {
        // A failure is not lost: SQLite syncs once more before it lets go of the log.
        fdatasync(descriptor)
    }
}
