import Glibc

/// Standard output: data. Each call is whole lines in one write.
enum StandardOutput {
    static func write(_ text: String) {
        write(Array(text.utf8))
    }

    /// Returns whether all was written.
    @discardableResult
    static func write(_ bytes: [UInt8]) -> Bool {
        Descriptor.write(bytes, to: STDOUT_FILENO)
    }
}

/// Standard error: logs and complaints.
enum StandardError {
    static func write(_ text: String) {
        write(Array(text.utf8))
    }

    static func write(_ bytes: [UInt8]) {
        _ = Descriptor.write(bytes, to: STDERR_FILENO)
    }
}
