import JSON

/// What a registration did to an activity's target, as the history has it.
struct RegistrationView: Equatable {
    /// The history's entry.
    var body: JSONValue

    init(_ body: JSONValue) {
        self.body = body
    }

    /// What it did; nil where this version does not know the word.
    var change: RegistrationChange? { body["change"]?.stringValue.flatMap(RegistrationChange.init) }
    /// The target, which is the registration's id.
    var target: String { body["target"]?.stringValue ?? "" }
    /// The sender of its pushes.
    var sender: String? { body["sender"]?.stringValue }
    /// The beginning of its token; nil where there is none.
    var token: String? { body["token"]?.stringValue }

    /// The beginning of the token that it replaces; nil where the token stayed.
    var replaced: String? { body["replaces"]?.stringValue }

    /// It in words.
    var text: String {
        switch change {
        case .added: return "registered, with the token \(token ?? "")"
        case .moved:
            return "registered anew, with the token \(token ?? "")" + (replaced.map { " instead of \($0)" } ?? "")
        case .optedOut: return Registration.optedOut
        case .deleted: return "the registration was deleted, no more is pushed there"
        case nil: return "of a kind unknown here"
        }
    }
}
