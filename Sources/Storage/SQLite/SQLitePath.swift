import Glibc

/// What is done to the database's path before the files are opened.
enum SQLitePath {
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

    /// The directory of a path without symbolic links.
    static func directory(of resolved: String) -> String {
        let slash = resolved.lastIndex(of: "/") ?? resolved.startIndex
        return slash == resolved.startIndex ? "/" : String(resolved[..<slash])
    }

    /// Whether a directory is there.
    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
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
            code, "\(path) cannot be opened (\(reason)); check that the relay's user may write to it and its directory."
        )
    }
}
