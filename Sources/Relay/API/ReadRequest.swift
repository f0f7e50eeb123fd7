import HTTPServer

/// How a look-up is asked for: by its query and the `Accept` field.
struct ReadRequest {
    /// What stands behind `?`, raw.
    var query = ""
    var accept: String?
}

extension ReadRequest {
    init(_ head: RequestHead) {
        self.init(query: head.query ?? "", accept: head.headers["accept"])
    }
}
