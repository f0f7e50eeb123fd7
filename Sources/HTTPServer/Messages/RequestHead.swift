/// A request without its body: request line and header fields (RFC 9112, sections 3 and 5), made by the parser.
public struct RequestHead: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The request target in origin form, `/v1/events?x=1`; an absolute one is already reduced to it. `*` with OPTIONS.
    public var target: String
    /// What stands before `?`, still percent-encoded.
    public var path: String
    /// What stands after `?`, raw; nil without `?`.
    public var query: String?
    /// The header fields.
    public var headers: HeaderFields
    /// The length of the body in bytes; nil if it comes in chunks or there is none.
    public var contentLength: Int?
    /// Whether the body comes in chunks (RFC 9112, section 7.1).
    public var isChunked: Bool
    /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110, section 10.1.1).
    public var expectsContinue: Bool
    /// Whether the client wants the connection to stay open (RFC 9112, section 9.3).
    public var keepAlive: Bool
    /// Who sent it.
    public var peer: PeerAddress

    /// Whether the version is HTTP/1.0, whose clients must be told that a connection stays open.
    var isVersion10 = false
    /// Whether it carries an expectation other than `100-continue`.
    var expectsUnknown = false

    /// Whether a body of at least one byte, or of unknown length, follows.
    var announcesBody: Bool { isChunked || (contentLength ?? 0) > 0 }
}
