import Glibc

/// Makes what a program writes fail at a chosen place, counts what it writes, moves its time of day, looks names up.
///
/// The library is `Fixtures/faults/faults.c`, which also says what the faults do.
public final class FaultShim {
    /// An operation that fails.
    public struct Fault: Sendable, CustomStringConvertible {
        /// Which operations are counted.
        public enum Kind: String, Sendable, CaseIterable {
            /// The error "input/output error".
            case eio
            /// The error "no space left on device".
            case enospc
            /// The error "connection reset by peer".
            case reset
            /// Half of it is written, and told.
            case short
            /// The process is killed before it.
            case die
            /// The process is killed when half of it is written.
            case torn
        }

        /// What is counted.
        public enum Operations: String, Sendable {
            /// Writes, syncs and cuts of files in the folder.
            case file
            /// Sends on sockets.
            case socket
        }

        /// Which operations are counted.
        public let operations: Operations
        /// Which one of them fails, from 1.
        public let number: Int
        /// How it fails.
        public let kind: Kind

        /// The operation of that number, from 1.
        public init(_ kind: Kind, at number: Int, of operations: Operations) {
            self.operations = operations
            self.number = number
            self.kind = kind
        }

        /// What it is, in a few words.
        public var description: String { "\(kind) at \(operations) operation \(number)" }
    }

    /// Why there are no faults, or nil.
    public static var lack: String? { library == nil ? "there is no C compiler" : nil }

    /// Whether there can be faults.
    public static var isThere: Bool { library != nil }

    private static let library: String? = {
        let path = TemporaryFolder.untilExit().path("faults.so")
        let arguments = ["-shared", "-fPIC", "-O1", "-o", path, "\(Fixtures.folder)/faults/faults.c", "-ldl"]
        for name in ["cc", "gcc", "clang"] {
            guard let compiler = try? InstalledProgram.path(name),
                let result = try? CommandResult.of(program: compiler, arguments)
            else { continue }
            if result.code == 0 { return path }
        }
        return nil
    }()

    private let folder = TemporaryFolder()
    private let watched: String
    private var state: String { folder.path("state") }

    /// For a program whose files in `watched`, and below, count.
    public init(watching watched: TemporaryFolder) {
        self.watched = watched.path
        folder.write("state", String(repeating: "\0", count: 64))
    }

    /// The environment that has a program run with it.
    public func environment(_ fault: Fault? = nil) -> [String: String] {
        var variables = ["LD_PRELOAD": Self.library ?? "", "FAULT_STATE": state, "FAULT_FOLDER": watched]
        if let fault {
            variables["FAULT_OF"] = fault.operations.rawValue
            variables["FAULT_AT"] = "\(fault.number)"
            variables["FAULT_KIND"] = fault.kind.rawValue
        }
        return variables
    }

    /// How many operations there were so far.
    public func count(of operations: Fault.Operations) -> Int { number(at: operations == .file ? 0 : 8) }

    /// Whether the fault has come.
    public var hasCome: Bool { number(at: 24) != 0 }

    private func number(at offset: Int) -> Int {
        let descriptor = open(state, O_RDONLY)
        defer { close(descriptor) }
        var number = 0
        pread(descriptor, &number, 8, off_t(offset))
        return number
    }

    /// Sets the program's time of day so far ahead of the machine's, or behind it.
    public func setClock(ahead seconds: Double) { set(Int(seconds * 1e9), at: 16) }

    /// From now on names that end in `.invalid` are this machine; until then they cannot be looked up.
    public func giveNames() { set(1, at: 32) }

    private func set(_ number: Int, at offset: off_t) {
        let descriptor = open(state, O_WRONLY)
        defer { close(descriptor) }
        var number = number
        pwrite(descriptor, &number, 8, offset)
    }
}
