import ActivityResolver
import JSON

/// What time or another activity changed, as the history has it, where no push told of it at once.
struct ChangeView: Equatable {
    /// The history's entry.
    var body: JSONValue

    init(_ body: JSONValue) {
        self.body = body
    }

    /// What changed it; nil where this version does not know the word.
    var reason: PushReason? { body["reason"]?.stringValue.flatMap(PushReason.init) }
    /// Where the activity stood afterwards.
    var phase: String? { body["phase"]?.stringValue }
    /// What was shown from then on.
    var contentState: JSONValue? { body["contentState"] }
    /// The start that ended it (S2).
    var superseder: Superseder? { Superseder(body) }
    /// What ended it, of one that expired (X2).
    var expiryCause: ExpiryCause? { body["expiredBy"]?.stringValue.flatMap(ExpiryCause.init) }
    /// The boundary that fired, as it was told.
    var boundary: JSONValue? { body["boundary"] }
    /// What was decided for the targets, none of which was pushed to at once.
    var decisions: [JSONValue] { body["decisions"]?.arrayValue ?? [] }
}
