import JSON

/// A push as it came, with what it was answered.
struct PushRecord: Sendable {
    /// Its number among all that came, from 1 on.
    var number: Int
    /// When it came, Unix seconds.
    var at: Double
    /// The number of its connection, from 1 on.
    var connection: Int
    /// The token in its path.
    var token: String
    /// The fields that APNs looks at, but for the provider token.
    var headers: [(name: String, value: String)]
    /// Its timestamp, if it has one.
    var timestamp: Double?
    /// Its event, if it has one.
    var event: PayloadEvent?
    /// Its content state as JSON, if it has one.
    var contentState: [UInt8]?
    /// The whole body, if it is JSON.
    var payload: [UInt8]?
    /// What it was answered, or what became of it instead.
    var answer: String
    /// The status of the answer; nil where there was none.
    var status: Int?
}

extension PushRecord {
    /// Writes it as members of the open object. `token`: what is shown of the token.
    func writeMembers(token: String, withPayload: Bool, to writer: inout JSONWriter) {
        writer.member("at", at)
        writer.member("connection", connection)
        writer.member("token", token)
        writer.member("apnsId", headers.first { $0.name == "apns-id" }?.value)
        writer.key("headers")
        writer.beginObject()
        for header in headers {
            writer.key(header.name)
            writer.string(header.value)
        }
        writer.endObject()
        writer.member("timestamp", timestamp)
        writer.member("event", event?.rawValue)
        if let contentState {
            writer.key("contentState")
            writer.raw(contentState)
        }
        if withPayload, let payload {
            writer.key("payload")
            writer.raw(payload)
        }
        writer.member("status", status)
        writer.member("answer", answer)
    }
}
