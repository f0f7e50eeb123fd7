import Glibc

/// An open file descriptor; closed with its owner.
struct FileDescriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    /// Gives the descriptor up to another owner.
    consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    deinit {
        _ = close(number)
    }
}
