import CSSL

/// Hands texts to OpenSSL and takes them from it.
enum PEMText {
    private static let largest = 64 * 1024

    /// What `body` reads from a text.
    static func read<Value>(_ text: String, _ body: (OpaquePointer) -> Value?) -> Value? {
        // OpenSSL keeps no copy: the bytes have to stay while it reads them.
        Array(text.utf8).withUnsafeBytes { bytes in
            guard let source = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
            defer { BIO_free(source) }
            return body(source)
        }
    }

    /// What `body` writes; nil where it fails.
    static func write(_ body: (OpaquePointer) -> Int32) -> String? {
        guard let target = BIO_new(BIO_s_mem()) else { return nil }
        defer { BIO_free(target) }
        guard body(target) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: largest)
        let count = BIO_read(target, &bytes, Int32(bytes.count))
        return String(decoding: bytes.prefix(Int(max(0, count))), as: UTF8.self)
    }
}
