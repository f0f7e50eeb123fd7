import Glibc

/// An open file descriptor; closed with its owner.
package struct FileDescriptor: ~Copyable {
    package let number: Int32

    package init(_ number: Int32) {
        self.number = number
    }

    /// Gives the descriptor up to another owner.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    deinit {
        _ = close(number)
    }
}
