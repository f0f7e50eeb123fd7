import CLinux
import Glibc

/// Which file it is, whatever its name: two are the same only if these are.
///
/// Finding out asks for no file's times, so that it may be done with every commit.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let node: UInt64

    /// Of an open file; nil if the system does not tell.
    init?(of descriptor: Int32) {
        self.init(descriptor, "") { fstat(descriptor, &$0) }
    }

    /// Of what stands at a path; nil if there is nothing.
    init?(at path: String) {
        self.init(AT_FDCWD, path) { stat(path, &$0) }
    }

    /// Of the file whose status this is.
    init(_ status: stat) {
        self.init(device: UInt64(status.st_dev), node: UInt64(status.st_ino))
    }

    private init(device: UInt64, node: UInt64) {
        self.device = device
        self.node = node
    }

    /// `otherwise`: how to ask where a filter of system calls is older than statx, and refuses it.
    private init?(_ descriptor: Int32, _ path: String, otherwise: (inout stat) -> Int32) {
        var (device, node): (UInt64, UInt64) = (0, 0)
        if clinux_identify(descriptor, path, &device, &node) == 0 {
            self.init(device: device, node: node)
            return
        }
        var status = stat()
        guard otherwise(&status) == 0 else { return nil }
        self.init(status)
    }

    /// Whether anything stands at a path, be it a link to nowhere.
    static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
