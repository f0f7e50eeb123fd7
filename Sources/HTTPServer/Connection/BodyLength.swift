/// How the reader of an answer learns where its body ends (RFC 9112, section 6.3).
enum BodyLength {
    /// By its Content-Length.
    case told
    /// By the last chunk.
    case chunked
    /// By the end of the connection.
    case untilClose
}
