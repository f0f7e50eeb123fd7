/// A Content-Type, as far as it decides how a body is read (RFC 9110, section 8.3).
struct MediaType: Equatable {
    static let json = "application/json"
    static let form = "application/x-www-form-urlencoded"
    static let ndjson = "application/x-ndjson"
    static let cloudEvent = "application/cloudevents+json"
    static let cloudEvents = "application/cloudevents-batch+json"
    static let eventStream = "text/event-stream"
    static let problem = "application/problem+json"

    /// Type and subtype in lower case.
    var essence: String
    /// The charset parameter in lower case, if there is one.
    var charset: String?

    init(_ text: String) {
        // Most requests say just this.
        if text == Self.json {
            essence = text
            return
        }
        var parts = text.split(separator: ";", omittingEmptySubsequences: false)[...]
        essence = Self.trimmed(parts.removeFirst()).lowercased()
        for part in parts {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, Self.trimmed(pair[0]).lowercased() == "charset" else { continue }
            charset = Self.trimmed(pair[1]).lowercased().filter { $0 != "\"" }
        }
    }

    /// Whether bodies of it are in UTF-8.
    var isUTF8: Bool { charset == nil || charset == "utf-8" || charset == "utf8" }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
