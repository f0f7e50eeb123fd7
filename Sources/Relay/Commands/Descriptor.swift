import Glibc

/// Reads from descriptors, whatever interrupts them.
enum Descriptor {
    /// Reads what is there, up to `most` bytes; empty at the end.
    static func read(from descriptor: Int32, atMost most: Int) throws(ProgramFailure) -> [UInt8] {
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, initialized in
                count = Glibc.read(descriptor, buffer.baseAddress, most)
                initialized = max(0, count)
            }
            if count >= 0 { return bytes }
            guard errno == EINTR else { throw ProgramFailure("cannot read: \(String(cString: strerror(errno)))") }
        }
    }

    /// Opens a file for reading.
    static func open(_ path: String, _ flags: Int32 = 0) throws(ProgramFailure) -> Int32 {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | flags)
        guard descriptor >= 0 else {
            throw ProgramFailure("cannot open \(path): \(String(cString: strerror(errno)))")
        }
        return descriptor
    }

    /// The largest file that is read whole, in bytes: no configuration or secret is longer.
    private static let largestFile = 1024 * 1024

    /// How long a pipe in a file's place is waited for, milliseconds.
    private static let patience: Int32 = 10_000

    /// A file's whole content; of a pipe what is written into it, if that comes soon enough.
    static func contents(of path: String, patience: Int32 = patience) throws(ProgramFailure) -> [UInt8] {
        // A pipe that nobody writes to is opened at once this way, where it would be waited for without end.
        let descriptor = try open(path, O_NONBLOCK)
        defer { close(descriptor) }
        let end = ContinuousClock.now + .milliseconds(Int(patience))
        return try contents(of: descriptor, named: path) { () throws(ProgramFailure) in
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while true {
                let left = max(0, (end - .now) / .milliseconds(1))
                let count = poll(&wait, 1, Int32(min(left, Double(patience))))
                if count > 0, left > 0 { return }
                guard count < 0, errno == EINTR else {
                    throw ProgramFailure(
                        "\(path) is a pipe that was not written to its end within \(patience / 1000) s")
                }
            }
        }
    }

    /// All that standard input gives.
    static func standardInput() throws(ProgramFailure) -> [UInt8] {
        try contents(of: STDIN_FILENO, named: "standard input")
    }

    private static func contents(
        of descriptor: Int32, named name: String, waiting wait: () throws(ProgramFailure) -> Void = {}
    ) throws(ProgramFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= largestFile {
            try wait()
            let piece = try read(from: descriptor, atMost: 64 * 1024)
            if piece.isEmpty { return bytes }
            bytes += piece
        }
        throw ProgramFailure("\(name) is longer than 1 MiB, which nothing that is read whole is")
    }
}
