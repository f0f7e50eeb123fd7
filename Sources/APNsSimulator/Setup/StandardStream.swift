import Glibc

/// Standard output, for pushes, and standard error, for words.
enum StandardStream {
    case output
    case error

    /// Writes all of it, as far as anybody reads.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.write(self == .output ? STDOUT_FILENO : STDERR_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes a text.
    func write(_ text: String) { write(Array(text.utf8)) }
}
