import CLinux
import Glibc

/// Which file it is, whatever its name: two are the same only if these are.
struct FileIdentity: Equatable {
    private var device: UInt = 0
    private var node: UInt = 0

    /// Of an open file; nil if the system does not tell.
    init?(of descriptor: Int32) {
        guard clinux_identify(descriptor, "", &device, &node) == 0 else { return nil }
    }

    /// Of what stands at a path; nil if there is nothing.
    ///
    /// Leaves the file's times alone, so that it may be asked with every commit.
    init?(at path: String) {
        guard clinux_identify(AT_FDCWD, path, &device, &node) == 0 else { return nil }
    }

    /// Whether anything stands at a path, be it a link to nowhere.
    static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
