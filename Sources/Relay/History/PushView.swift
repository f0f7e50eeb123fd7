import ActivityResolver
import JSON
import Push

/// A push as the history has it, and what became of it.
struct PushView: Equatable {
    /// What was sent, as it was sent.
    var push: JSONValue
    /// `ok`, `sending`, `retry`, `dropped`, `dead` or `unknown`.
    var outcome: String
    /// Why it did not arrive.
    var detail: String?
    /// Which push to its target it is, from 1.
    var number = 0
    /// The sender that it went by, if it was noted.
    var sender: String?
    /// Which of the target's tries in a row it is, from 1.
    var attempt = 1
    /// Whether it is urgent and went at priority 5 (N4).
    var isDemoted = false
    /// The start that brought it about (S2).
    var superseder: Superseder?
    /// What ended the activity, of a push that says that it expired (X2).
    var expiryCause: ExpiryCause?
    /// The boundary that fired and is pushed by it, as it was told.
    var boundary: JSONValue?
    /// What is known of its request and the answer.
    var answer = PushAnswer()

    /// The name of its target.
    var target: String { push["target"]?.stringValue ?? "" }
    /// When it was handed over, Unix seconds.
    var sentAt: Double { push["sentAt"]?.doubleValue ?? 0 }
    /// How long the answer took from then on, milliseconds.
    var milliseconds: Double? {
        answer.at.map { ((max(0, $0 - sentAt) * 10_000).rounded()) / 10 }
    }

    /// The id that its request carried, and in which field.
    var requestId: (field: RequestIdField, id: String)? {
        guard let field = answer.idField, let conversionId = push["conversionId"]?.stringValue else { return nil }
        return (field, field.id(conversionId: conversionId, target: target, number: number, sentAt: sentAt))
    }
}
