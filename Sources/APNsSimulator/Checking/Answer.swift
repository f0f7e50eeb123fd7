import JSON

/// What a push is answered.
struct Answer: Equatable, Sendable {
    /// The status, 200…599.
    var status: Int
    /// The reason in the body; nil: there is no body.
    var reason: String?
    /// Milliseconds since 1970 at which the token was found to be no longer valid, with a 410.
    var timestamp: Double?
    /// Seconds after which to try again, in a `Retry-After`.
    var retryAfter: Int?

    /// The push is taken.
    static let accepted = Answer(status: 200)

    /// A bare status or a status with what goes with it.
    init(status: Int, reason: String? = nil, timestamp: Double? = nil, retryAfter: Int? = nil) {
        self.status = status
        self.reason = reason
        self.timestamp = timestamp
        self.retryAfter = retryAfter
    }

    /// A refusal in Apple's words.
    init(_ reason: Reason) {
        self.init(status: reason.status, reason: reason.rawValue)
    }

    /// What it is called where answers are counted: its reason, or its status.
    var name: String { reason ?? String(status) }

    /// The body, empty where there is none.
    var body: [UInt8] {
        guard let reason else { return [] }
        var writer = JSONWriter(capacity: 96)
        writer.beginObject()
        writer.member("reason", reason)
        writer.member("timestamp", timestamp)
        writer.endObject()
        return writer.take()
    }
}
