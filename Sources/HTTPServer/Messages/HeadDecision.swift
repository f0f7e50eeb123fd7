/// What is to become of a request whose head was read.
public enum HeadDecision: Sendable {
    /// The body is read, up to so many bytes (a longer one is answered 413), and the request handed over.
    ///
    /// `goesAlone`: nothing further of the connection is read before the request is answered. For requests with large
    /// answers: a client that asks for many and takes none then makes one wait, not all.
    case accept(maxBodyBytes: Int, goesAlone: Bool = false)
    /// The request is answered at once and its body is not wanted: 401, 404, 405, 415, 503 and the like.
    case answer(Response)
}
