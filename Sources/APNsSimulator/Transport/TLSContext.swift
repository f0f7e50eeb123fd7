import CSSL

/// A server's side of TLS: its certificate, TLS 1.2 at least, and HTTP/2 as the only protocol.
final class TLSContext {
    /// How many bytes are read from a socket at once.
    private static let readBytes = 64 * 1024

    let pointer: OpaquePointer

    /// A context with a certificate and its key, both files in PEM.
    init(certificateFile: String, keyFile: String) throws(SimulatorFailure) {
        guard let pointer = SSL_CTX_new(TLS_server_method()) else {
            throw SimulatorFailure("OpenSSL has no memory for TLS")
        }
        self.pointer = pointer
        defer { ERR_clear_error() }
        guard cssl_require_tls12(pointer) == 1,
            SSL_CTX_use_certificate_chain_file(pointer, certificateFile) == 1,
            SSL_CTX_use_PrivateKey_file(pointer, keyFile, SSL_FILETYPE_PEM) == 1,
            SSL_CTX_check_private_key(pointer) == 1
        else {
            throw SimulatorFailure(
                "\(certificateFile) and \(keyFile) cannot be used as certificate and key; remove them, and they are "
                    + "made anew")
        }
        cssl_allow_moving_writes(pointer)
        cssl_read_ahead(pointer, Self.readBytes)
        SSL_CTX_set_alpn_select_cb(
            pointer,
            { _, chosen, chosenLength, offered, offeredLength, _ in
                TLSContext.choose(offered, Int(offeredLength), chosen, chosenLength)
            }, nil)
    }

    deinit { SSL_CTX_free(pointer) }

    /// Picks "h2" out of what a client offers (RFC 7301): names, each behind its length; refuses it where it is not there.
    private static func choose(
        _ offered: UnsafePointer<UInt8>?, _ count: Int, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
        _ chosenLength: UnsafeMutablePointer<UInt8>?
    ) -> Int32 {
        guard let offered else { return SSL_TLSEXT_ERR_ALERT_FATAL }
        var index = 0
        while index < count {
            let length = Int(offered[index])
            if length == 2, index + 2 < count, offered[index + 1] == UInt8(ascii: "h"),
                offered[index + 2] == UInt8(ascii: "2")
            {
                chosen?.pointee = offered + index + 1
                chosenLength?.pointee = 2
                return SSL_TLSEXT_ERR_OK
            }
            index += 1 + length
        }
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }
}
