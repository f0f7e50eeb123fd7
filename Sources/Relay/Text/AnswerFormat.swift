/// In which form a look-up is answered: as `?format=` asks, else as `Accept` does (RFC 9110, section 12.5.1), else as JSON.
enum AnswerFormat: String, CaseIterable {
    case json
    case text
    case ndjson

    /// The name of the query's parameter.
    static let parameter = "format"

    private var mediaType: String {
        switch self {
        case .json: MediaType.json
        case .text: "text/plain"
        case .ndjson: MediaType.ndjson
        }
    }

    /// The Content-Type of an answer in it.
    var contentType: String { self == .text ? "text/plain; charset=utf-8" : mediaType }

    /// The form that a request wants of those offered.
    init(_ request: ReadRequest, of offered: [AnswerFormat] = [.json, .text]) throws(Problem) {
        try self.init(query: request.query, accept: request.accept, of: offered)
    }

    /// The form that a query and an `Accept` field want of those offered.
    init(query: String, accept: String?, of offered: [AnswerFormat]) throws(Problem) {
        let items = try QueryItems.read(query)
        guard let told = items.last(where: { $0.0 == Self.parameter })?.1 else {
            self = accept.flatMap { Self.preferred($0, of: offered) } ?? .json
            return
        }
        guard let format = AnswerFormat(rawValue: told), offered.contains(format) else {
            let known = offered.map(\.rawValue).joined(separator: ", ")
            throw Problem(status: 400, detail: "format is one of \(known)")
        }
        self = format
    }

    /// The one with the highest weight, of equals the first offered; nil where none is taken.
    private static func preferred(_ accept: String, of offered: [AnswerFormat]) -> AnswerFormat? {
        let ranges = accept.split(separator: ",").map { MediaRange(String($0)) }
        var best: (format: AnswerFormat, weight: Double)?
        for format in offered {
            let weight = MediaRange.weight(of: format.mediaType, in: ranges)
            if weight > best?.weight ?? 0 { best = (format, weight) }
        }
        return best?.format
    }
}
