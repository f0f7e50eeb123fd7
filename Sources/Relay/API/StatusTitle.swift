/// The phrases of HTTP status codes (RFC 9110, section 15), the titles of problems of the type `about:blank`.
enum StatusTitle {
    private static let titles: [Int: String] = [
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        408: "Request Timeout", 409: "Conflict", 411: "Length Required", 413: "Content Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 417: "Expectation Failed", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
        503: "Service Unavailable", 505: "HTTP Version Not Supported",
    ]

    /// The phrase of a status.
    static func of(_ status: Int) -> String {
        titles[status] ?? "Error"
    }
}
