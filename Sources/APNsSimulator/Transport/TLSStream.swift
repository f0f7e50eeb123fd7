import CSSL

/// One connection's TLS on a socket that never blocks.
final class TLSStream {
    /// How a call ended.
    enum Outcome: Equatable {
        /// So many bytes were moved; 0 for the handshake.
        case done(Int)
        /// It goes on when there is more to read.
        case wantsRead
        /// It goes on when there is room to write.
        case wantsWrite
        /// The peer has ended the connection, or it is broken.
        case ended
    }

    private let pointer: OpaquePointer

    /// TLS on a socket, which stays the caller's.
    init?(_ context: TLSContext, socket: Int32) {
        guard let pointer = SSL_new(context.pointer) else { return nil }
        self.pointer = pointer
        SSL_set_fd(pointer, socket)
        SSL_set_accept_state(pointer)
    }

    deinit { SSL_free(pointer) }

    /// Whether the client has agreed to speak HTTP/2.
    var speaksHTTP2: Bool {
        var name: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        SSL_get0_alpn_selected(pointer, &name, &length)
        return length == 2
    }

    /// Goes on with the handshake.
    func handshake() -> Outcome {
        outcome(SSL_do_handshake(pointer), count: 0)
    }

    /// Reads what is there.
    func read(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> Outcome {
        var count = 0
        return outcome(SSL_read_ex(pointer, buffer.baseAddress, buffer.count, &count), count: count)
    }

    /// Writes as much as there is room for.
    func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        var count = 0
        return outcome(SSL_write_ex(pointer, bytes.baseAddress, bytes.count, &count), count: count)
    }

    /// Says the end, if there is room for it.
    func close() {
        _ = SSL_shutdown(pointer)
        ERR_clear_error()
    }

    private func outcome(_ result: Int32, count: Int) -> Outcome {
        if result == 1 { return .done(count) }
        let error = SSL_get_error(pointer, result)
        // What is left in the queue would be taken for the next call's.
        ERR_clear_error()
        switch error {
        case SSL_ERROR_WANT_READ: return .wantsRead
        case SSL_ERROR_WANT_WRITE: return .wantsWrite
        default: return .ended
        }
    }
}
