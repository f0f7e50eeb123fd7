// Sendable: the bytes are written in the initialiser and never again.
/// A piece of a streamed answer, framed once for all who read it (RFC 9112, section 7.1), and never copied for one.
public final class StreamChunk: @unchecked Sendable {
    /// The piece as a chunk: its length, the piece, a line's end.
    let framed: UnsafeRawBufferPointer
    /// The piece alone.
    let plain: UnsafeRawBufferPointer

    /// A chunk of these bytes; of none it is nothing at all, for a chunk of no bytes would end the answer.
    public init(_ bytes: [UInt8]) {
        let length = bytes.isEmpty ? [] : Array("\(String(bytes.count, radix: 16))\r\n".utf8)
        let whole = bytes.isEmpty ? [] : length + bytes + Array("\r\n".utf8)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: whole.count, alignment: 1)
        memory.copyBytes(from: whole)
        framed = UnsafeRawBufferPointer(memory)
        plain = UnsafeRawBufferPointer(rebasing: framed[length.count..<(length.count + bytes.count)])
    }

    deinit { framed.deallocate() }
}
