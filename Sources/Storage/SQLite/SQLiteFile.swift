import Glibc

/// What is done to the database's path before SQLite opens it, for clear errors and close rights.
enum SQLiteFile {
    /// Makes the directories of `path` that are missing, and the file, for the relay's user only.
    ///
    /// Returns the path without symbolic links: SQLite names its files after what it is given, and so do we the lock.
    static func prepare(_ path: String) throws(StoreError) -> String {
        try makeDirectories(of: path)
        // > If the file is zero bytes in length, a new database is created. https://www.sqlite.org/fileformat2.html
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, mode_t(0o600))
        guard descriptor >= 0 else { throw .cannotOpen(path, errno: errno) }
        close(descriptor)
        guard let resolved = realpath(path, nil) else { throw .cannotOpen(path, errno: errno) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func makeDirectories(of path: String) throws(StoreError) {
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
            code, "\(path) cannot be opened (\(reason)); check that the relay's user may write to its directory.")
    }
}
