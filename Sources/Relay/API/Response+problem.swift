import HTTPServer
import JSON

extension Response {
    /// A problem as `application/problem+json` (RFC 9457).
    init(_ problem: Problem, headers: [(String, String)] = []) {
        var writer = JSONWriter(capacity: 256, pretty: true)
        writer.problem(problem)
        writer.newline()
        self.init(
            status: problem.status, contentType: MediaType.problem, headers: headers,
            body: JSONText.visible(writer.take()))
    }

    /// A JSON body.
    init(status: Int, json: consuming [UInt8]) {
        self.init(status: status, contentType: MediaType.json, body: json)
    }

    /// An answer in one of several forms.
    init(_ format: AnswerFormat, _ body: consuming [UInt8]) {
        // A person reads it at a terminal; a recording is for programs and stays as it came.
        let shown = format == .json ? JSONText.visible(body) : body
        self.init(status: 200, contentType: format.contentType, headers: [("Vary", "Accept")], body: shown)
    }

    /// The relay has too much to do, cannot write its store, or is stopping: to be tried again.
    static func unavailable(_ detail: String) -> Response {
        Response(Problem(status: 503, detail: detail), headers: [("Retry-After", "1")])
    }
}

extension JSONWriter {
    /// Writes a problem object (RFC 9457).
    mutating func problem(_ problem: Problem) {
        beginObject()
        member("type", "about:blank")
        member("title", StatusTitle.of(problem.status))
        member("status", problem.status)
        member("detail", problem.detail)
        member("pointer", problem.pointer)
        endObject()
    }
}
