import Glibc

/// The file that a backup is written to, beside the one that it is to be; removed when this is gone.
final class SQLiteBackupFile {
    /// Where it is written.
    let path: String
    private let target: String
    private let descriptor: Int32

    /// Makes an empty one, for its owner only.
    init(for target: String) throws(StoreError) {
        var template = Array("\(target).XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .cannotOpen(target, errno: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        self.target = target
    }

    deinit {
        unlink(path)
        close(descriptor)
    }

    /// Waits until what was written is on the disk.
    func sync() throws(StoreError) {
        guard fdatasync(descriptor) == 0 else { throw .cannotWrite(target, errno: errno) }
    }

    /// Gives it its name, for good.
    func publish() throws(StoreError) {
        guard fsync(descriptor) == 0 else { throw .cannotWrite(target, errno: errno) }
        // Unlike a rename, a link takes nobody else's name away.
        guard link(path, target) == 0 else {
            throw errno == EEXIST ? SQLiteBackup.taken(target) : .cannotWrite(target, errno: errno)
        }
        unlink(path)
        try syncDirectory()
    }

    /// Its length in bytes.
    func size() throws(StoreError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .cannotWrite(target, errno: errno) }
        return Int(status.st_size)
    }

    private func syncDirectory() throws(StoreError) {
        let name = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
        let directory = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw .cannotOpen(name, errno: errno) }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw .cannotWrite(target, errno: errno) }
    }
}

extension StoreError {
    /// The error of a file that the system would not write.
    static func cannotWrite(_ path: String, errno failure: Int32) -> StoreError {
        let reason = String(cString: strerror(failure))
        let code: Code = failure == ENOSPC || failure == EDQUOT ? .full : .io
        return StoreError(code, "\(path) could not be written (\(reason)); see to the disk.")
    }
}
