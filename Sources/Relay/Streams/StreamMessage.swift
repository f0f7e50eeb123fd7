import ActivityResolver
import HTTPServer
import JSON
import Push

/// A message of a stream: what an activity shows as of now (contract, "stream").
struct StreamMessage: Sendable {
    /// Its place among all messages; nil for the last one of an activity that was forgotten.
    let id: Int64?
    let conversionId: String
    /// Its bytes, for all who read it.
    let chunk: StreamChunk

    /// A message whose content state `write` writes.
    init(_ id: Int64?, _ conversionId: String, phase: String, _ write: (inout JSONWriter) -> Void) {
        self.id = id
        self.conversionId = conversionId
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.member("conversionId", conversionId)
        writer.member("phase", phase)
        writer.key("contentState")
        write(&writer)
        writer.endObject()
        // A line each (HTML, "Server-sent events", section 9.2.5): JSON on one line has no line ends in it.
        let id = id.map { Array("id: \($0)\n".utf8) } ?? []
        chunk = StreamChunk(id + Array("data: ".utf8) + writer.take() + Array("\n\n".utf8))
    }

    /// The message of a change; nil where it shows nothing new.
    init?(_ change: ActivityChange) {
        guard let state = change.contentState else { return nil }
        self.init(change.id, change.conversionId, phase: change.phase.rawValue) { $0.contentState(state) }
    }
}
