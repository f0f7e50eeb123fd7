import HTTPServer

/// A request to the control port.
struct ControlRequest: Sendable {
    /// The method.
    var method: HTTPMethod
    /// The path, percent-encoded.
    var path: String
    /// What stands behind `?`; nil where there is none.
    var query: String?
    /// The body.
    var body: [UInt8]

    /// A request of these parts.
    init(_ method: HTTPMethod, _ path: String, query: String? = nil, body: [UInt8] = []) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
    }
}
