import Glibc

/// A file opened to be looked at, closed when this is gone.
///
/// Closing it ends the process's POSIX locks on the file, so it is only for who has no connection to the database.
final class SQLiteRawFile {
    private let descriptor: Int32
    private let name: String
    /// Its length in bytes when it was opened.
    let size: Int

    /// Opens it; nil where there is none. Throws `cannotOpen` for one that cannot be read, or is no regular file.
    init?(_ path: String, name: String) throws(StoreError) {
        // Without O_NONBLOCK a pipe would be waited for.
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else {
            let failure = errno
            if failure == ENOENT { return nil }
            throw .cannotOpen(name, errno: failure)
        }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(opened)
            throw StoreError(.cannotOpen, "\(name) is no regular file; use another path for the store.")
        }
        descriptor = opened
        self.name = name
        size = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// So many bytes from there on; nil where there are not so many.
    func bytes(_ count: Int, at offset: Int) throws(StoreError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = pread(descriptor, &bytes, count, offset)
        guard result >= 0 else { throw .cannotOpen(name, errno: errno) }
        return result == count ? bytes : nil
    }
}
