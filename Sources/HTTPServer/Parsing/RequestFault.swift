/// What is wrong with a request, as the server will answer it.
struct RequestFault: Error, Sendable, Equatable {
    /// The status code of the answer.
    let status: Int
    /// One sentence for the sender.
    let detail: String
    /// Whether the end of the request cannot be known any more, so that the connection must close.
    let isFatal: Bool

    init(_ status: Int, _ detail: String, isFatal: Bool = true) {
        self.status = status
        self.detail = detail
        self.isFatal = isFatal
    }

    static func malformed(_ detail: String) -> RequestFault { RequestFault(400, detail) }
}
