/// An answer (RFC 9110, section 15). Date, Content-Length and Connection are written by the server.
public struct Response: Sendable {
    /// The status code, 200...599; anything else is sent as 500.
    public var status: Int
    /// The Content-Type; nil: none is sent.
    public var contentType: String?
    /// Further fields. Names are trusted; CR, LF and NUL in values never reach the wire, a space does.
    public var headers: [(String, String)]
    /// The body. With HEAD its length is told and its bytes are not sent; with 204 and 304 neither.
    public var body: [UInt8]
    /// Whether the connection is closed after it, and the client told so (`Connection: close`).
    public var closes: Bool = false

    /// An answer of these parts.
    public init(
        status: Int, contentType: String? = nil, headers: [(String, String)] = [], body: [UInt8] = [],
        closes: Bool = false
    ) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.body = body
        self.closes = closes
    }
}
