import Glibc

/// Which file it is, whatever its name: two are the same only if these are.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let node: ino_t

    /// Of an open file; nil if the system does not tell.
    init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Of what stands at a path; nil if there is nothing.
    init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Whether anything stands at a path, be it a link to nowhere.
    static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private init(_ status: stat) {
        device = status.st_dev
        node = status.st_ino
    }
}
