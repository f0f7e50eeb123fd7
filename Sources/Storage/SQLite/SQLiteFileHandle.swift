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

    /// Opens the file, or makes it, for the relay's user only; throws `corrupt` if it does not begin as a database does.
    ///
    /// Only for who has the lock file: there must be no other store on the file in this process.
    init(_ path: String, name: String) throws(StoreError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, mode_t(0o600))
        guard descriptor >= 0 else { throw .cannotOpen(name, errno: errno) }
        do throws(StoreError) {
            try checkStart(name)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit {
        close(descriptor)
    }

    /// Waits until what was written to the file is on the disk.
    func sync() {
        // A failure is not lost: SQLite syncs once more before it lets go of the log.
        fdatasync(descriptor)
    }

    private func checkStart(_ name: String) throws(StoreError) {
        var start = [UInt8](repeating: 0, count: Self.signature.count)
        let count = pread(descriptor, &start, start.count, 0)
        guard count >= 0 else { throw .cannotOpen(name, errno: errno) }
        // An empty file is a new database. SQLite would take one of a byte or two for empty as well.
        guard count == 0 || start == Self.signature else {
            throw StoreError(
                .corrupt, "\(name) is not a database; restore a backup or use another path for the store.")
        }
    }

    /// The sixteen bytes that every SQLite database begins with. https://www.sqlite.org/fileformat2.html
    private static let signature = Array("SQLite format 3\0".utf8)
}
