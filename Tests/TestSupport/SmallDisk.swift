import Glibc

/// A disk of a few megabytes in memory, seen only by the programs that run in it; it goes with its last reference.
public final class SmallDisk {
    /// Why there is none here, or nil.
    public static var lack: String? {
        guard geteuid() == 0 else { return "a disk of its own takes root" }
        return (try? SmallDisk(megabytes: 1)) == nil ? "no file system may be mounted here" : nil
    }

    /// Whether there can be one.
    public static let isThere = lack == nil

    /// A disk that could not be made, with what was said.
    public struct Failure: Error { let errors: [String] }

    private let holder: ChildProgram
    /// Where it is for the programs in it.
    public let path: String
    private let folder = TemporaryFolder()

    /// Makes one of so many MiB.
    public init(megabytes: Int) throws {
        path = folder.path
        // The namespace lives as long as the program that holds it.
        let script = #"mount -t tmpfs -o "size=$1m" tmpfs "$0" && echo ready && exec sleep 3600"#
        let unshare = try InstalledProgram.path("unshare")
        holder = try ChildProgram(unshare, ["-m", "/bin/sh", "-c", script, path, "\(megabytes)"])
        guard holder.output.line(where: { $0 == "ready" }) != nil else {
            holder.terminate(SIGKILL)
            throw Failure(errors: holder.errors.all())
        }
    }

    /// What runs a program in it.
    public func runner() throws -> [String] {
        [try InstalledProgram.path("nsenter"), "-m", "-t", "\(holder.id)", "--"]
    }

    /// The path of a file on it as it is seen from outside.
    private func outside(_ name: String) -> String { "/proc/\(holder.id)/root\(path)/\(name)" }

    /// Fills it up to the last byte.
    public func fill() {
        let descriptor = open(outside("filler"), O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        lseek(descriptor, 0, Int32(SEEK_END))
        var size = 64 * 1024
        let zeros = [UInt8](repeating: 0, count: size)
        while size > 0 {
            if write(descriptor, zeros, size) <= 0 { size /= 2 }
        }
    }

    /// Frees what `fill` took.
    public func free() {
        unlink(outside("filler"))
    }

    /// Lets nobody write to it any more, or again.
    public func setReadOnly(_ isReadOnly: Bool) throws {
        let option = isReadOnly ? "remount,ro" : "remount,rw"
        let line = try runner() + ["/bin/mount", "-o", option, path]
        let result = try CommandResult.of(program: line[0], Array(line.dropFirst()))
        guard result.code == 0 else { throw Failure(errors: result.errors) }
    }
}
