import HTTPServer
import JSON

/// An event as a form (`application/x-www-form-urlencoded`), so that `curl -d` is enough by hand.
///
/// Values are read as their field's type, object fields as JSON text; an empty value clears.
enum FormBody {
    private enum Kind {
        /// A text as it is.
        case text
        /// A number, or RFC 3339 text.
        case instant
        /// A number, true or false, or an object: JSON text.
        case json
    }

    /// The event's JSON text.
    static func json(_ body: [UInt8]) throws(Problem) -> [UInt8] {
        guard let text = String(validating: body, as: UTF8.self), let items = PercentCoding.queryItems(text) else {
            throw Problem(status: 400, detail: "the form's percent-encoding is broken, or it is not in UTF-8")
        }
        if let first = text.first(where: { !$0.isWhitespace }), first == "{" || first == "[" {
            throw Problem(
                status: 400, detail: "this is JSON, but came as a form; send it with Content-Type: application/json")
        }
        var writer = JSONWriter(capacity: body.count + 64)
        writer.beginObject()
        for (name, value) in items {
            writer.key(name)
            try write(value, of: name, &writer)
        }
        writer.endObject()
        return writer.take()
    }

    private static func write(_ value: String, of name: String, _ writer: inout JSONWriter) throws(Problem) {
        if value.isEmpty { return writer.null() }
        switch kind(of: name) {
        case .text: writer.string(value)
        case .instant: if JSONText.isValue(Array(value.utf8)) { writer.raw(value) } else { writer.string(value) }
        case .json:
            guard JSONText.isValue(Array(value.utf8)) else {
                throw Problem(
                    status: 400, detail: "\"\(LogText.shortened(value))\" is no JSON, as which this field is read",
                    pointer: "/" + JSONText.pointerToken(name))
            }
            writer.raw(value)
        }
    }

    private static func kind(of name: String) -> Kind {
        switch EventField.allCases.first(where: { "\($0)" == name }) {
        case .occurredAt, .startedAt, .estimatedCompletionDate, .staleAt: .instant
        case .sequence, .attempt, .progress, .boundary, .alert, .fixedEnd, .queuePosition, .timer, .relevanceScore,
            .extra:
            .json
        case .conversionId, .subscriberId, .eventId, .type, .status, .displayStatus, .trackTitle, .subtitle,
            .subtitleOverflow, .accentColor, nil:
            .text
        }
    }
}
