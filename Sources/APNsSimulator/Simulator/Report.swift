import JSON
import Telemetry

/// What is to be said of pushes: a line each, tokens shortened.
struct Report: Sendable {
    /// The pushes, as JSON.
    private(set) var pushes: [UInt8] = []
    /// The objections, in words.
    private(set) var objections: [UInt8] = []

    init() {}

    /// Adds a push.
    mutating func add(_ record: PushRecord) {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        record.writeMembers(token: Redaction.token(record.token), withPayload: false, to: &writer)
        writer.endObject()
        writer.newline()
        pushes += writer.take()
    }

    /// Adds an objection.
    mutating func add(_ entry: ObjectionEntry) {
        let id = entry.apnsId.map { " (apns-id \($0))" } ?? ""
        objections += "objection to a push for \(Redaction.token(entry.token))\(id): \(entry.objection)\n".utf8
    }
}
