import Glibc
import Push

/// Standard output: data. Each call is whole lines in one write.
enum StandardOutput {
    static func write(_ text: String) {
        write(Array(text.utf8))
    }

    /// Returns why not all was written (`errno`), or nil.
    @discardableResult
    static func write(_ bytes: [UInt8]) -> Int32? {
        WholeWrite.write(bytes, to: STDOUT_FILENO).failure
    }
}

/// Standard error: logs and complaints.
enum StandardError {
    static func write(_ text: String) {
        write(Array(text.utf8))
    }

    static func write(_ bytes: [UInt8]) {
        _ = WholeWrite.write(bytes, to: STDERR_FILENO)
    }
}
