import Glibc

/// What is done to the database's path before SQLite opens it, for clear errors and close rights.
enum SQLiteFile {
    /// The sixteen bytes that every SQLite database begins with. https://www.sqlite.org/fileformat2.html
    private static let signature = Array("SQLite format 3\0".utf8)

    /// The path without symbolic links: SQLite names its files after what it is given, and so do we the lock.
    static func resolve(_ path: String) throws(StoreError) -> String {
        if let resolved = realPath(path) {
            guard !isDirectory(resolved) else { throw .cannotOpen(path, errno: EISDIR) }
            return resolved
        }
        let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let directory = nameStart == path.startIndex ? "." : String(path[..<nameStart])
        guard nameStart < path.endIndex, let resolved = realPath(directory) else {
            throw .cannotOpen(path, errno: ENOENT)
        }
        return resolved + "/" + path[nameStart...]
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Makes the file, for the relay's user only, or checks that it begins as a database does.
    ///
    /// Only for who has the lock file: that this closes the file would undo the locks of a store in this process.
    ///
    /// > One particularly pernicious problem is that the close() system call will cancel all POSIX advisory locks on
    /// > the same file for all threads and all file descriptors in the process.
    /// https://www.sqlite.org/howtocorrupt.html
    static func prepare(_ path: String, name: String) throws(StoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, mode_t(0o600))
        guard descriptor >= 0 else { throw .cannotOpen(name, errno: errno) }
        defer { close(descriptor) }
        var start = [UInt8](repeating: 0, count: signature.count)
        let count = pread(descriptor, &start, start.count, 0)
        guard count >= 0 else { throw .cannotOpen(name, errno: errno) }
        // An empty file is a new database. SQLite would take one of a byte or two for empty as well.
        guard count == 0 || start == signature else {
            throw StoreError(
                .corrupt, "\(name) is not a database; restore a backup or use another path for the store.")
        }
    }

    /// Makes the directories of `path` that are missing, for the relay's user only.
    static func makeDirectories(of path: String) throws(StoreError) {
        var directory = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/").dropLast() {
            directory += component + "/"
            guard mkdir(directory, mode_t(0o700)) != 0 else { continue }
            // One that exists need not be writable, nor tell EEXIST before EROFS.
            let failure = errno
            guard access(directory, X_OK) == 0 else { throw .cannotOpen(path, errno: failure) }
        }
    }
}

extension StoreError {
    /// The error of a file that the system would not open or make.
    static func cannotOpen(_ path: String, errno failure: Int32) -> StoreError {
        let reason = String(cString: strerror(failure))
        let code: Code = failure == EROFS ? .readOnly : failure == ENOSPC || failure == EDQUOT ? .full : .cannotOpen
        return StoreError(
            code, "\(path) cannot be opened (\(reason)); check that the relay's user may write to it and its directory.")
    }
}
