import JSON
import Storage

extension StreamMessage {
    /// The message that was sent, or would have been, when this was recorded; nil where it was none.
    init?(_ entry: HistoryEntry, of conversionId: String) {
        guard let kind = HistoryKind(rawValue: entry.kind) else { return nil }
        var reader = JSONReader(entry.body, limits: StateReader.limits)
        guard kind != .outcome, let body = try? reader.readValue(), let phase = body["phase"]?.stringValue,
            kind != .event || body["outcome"]?.stringValue == "accepted",
            let state = Self.contentState(body)
        else { return nil }
        self.init(entry.id, conversionId, phase: phase) { $0.value(state) }
    }

    /// What an entry says was shown: by itself, or as its pushes carried it.
    private static func contentState(_ body: JSONValue) -> JSONValue? {
        if let state = body["contentState"] { return state }
        let push = body["push"] ?? body["pushes"]?.arrayValue?.last?["push"]
        return push?["contentState"]
    }
}
