import JSON
import Push

/// What the history knows of a push's request and the answer to it.
struct PushAnswer: Equatable {
    /// The HTTP status.
    var status: Int?
    /// The service's own word.
    var reason: String?
    /// The field in which the request carried the push's id.
    var idField: RequestIdField?
    /// When the answer came, Unix seconds.
    var at: Double?

    init() {}

    /// Reads it from an entry.
    init(_ body: JSONValue) {
        status = body["status"]?.doubleValue.flatMap { Int(exactly: $0) }
        reason = body["reason"]?.stringValue
        idField = body["id"]?.stringValue.flatMap(RequestIdField.init)
        at = body["answeredAt"]?.doubleValue
    }
}
