import JSON

/// An event as the history has it, and what became of it.
struct EventView: Equatable {
    /// The history's entry.
    var body: JSONValue
    /// What it resolved to; nil of one that was refused.
    var contentState: JSONValue?

    init(_ body: JSONValue) {
        self.body = body
        contentState = body["contentState"] ?? body["pushes"]?.arrayValue?.first?["push"]?["contentState"]
    }

    /// As it came; nil where its text was too long or no JSON.
    var raw: JSONValue? { body["event"] }
    /// `accepted`, `duplicate`, `ignored` or `refused`.
    var outcome: String { body["outcome"]?.stringValue ?? "unknown" }
    /// Where the activity stood afterwards.
    var phase: String? { body["phase"]?.stringValue }
    /// The later start that superseded it as it came (S2).
    var superseder: Superseder? { Superseder(body) }
    /// What was decided for targets that were not pushed to at once.
    var decisions: [JSONValue] { body["decisions"]?.arrayValue ?? [] }
    /// Whether it was applied late (E3).
    var isLate: Bool { body["late"] == .bool(true) }
}
