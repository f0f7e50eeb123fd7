import ActivityResolver
import JSON
import Storage

/// A push as the history has it, and what became of it.
struct PushView: Equatable {
    /// What was sent, as it was sent.
    var push: JSONValue
    /// `ok`, `sending`, `retry` or `unknown`.
    var outcome: String
    /// Why it did not arrive.
    var detail: String?
}

/// Puts pushes and their outcomes together, from the newest history entry backwards.
struct PushLog {
    private(set) var pushes: [PushView] = []
    // By target and number: what is known of pushes whose own entries come later, for they are older.
    private var outcomes: [Key: (outcome: String, detail: String?)] = [:]

    private struct Key: Hashable {
        var target: String
        var number: Int
    }

    init(_ state: ActivityState) {
        for (delivery, outlet) in zip(state.deliveries, state.outlets) where outlet.sending != nil {
            outcomes[Key(target: delivery.target, number: outlet.number)] = ("sending", nil)
        }
    }

    /// Takes the next older entry; what cannot be read any more is left out.
    mutating func take(_ entry: HistoryEntry) {
        var reader = JSONReader(entry.body, limits: StateReader.limits)
        guard let body = try? reader.readValue() else { return }
        if entry.kind == HistoryKind.event.rawValue {
            for push in (body["pushes"]?.arrayValue ?? []).reversed() { take(push) }
        } else {
            take(body)
        }
    }

    private mutating func take(_ body: JSONValue) {
        guard let number = body["number"]?.doubleValue.flatMap({ Int(exactly: $0) }) else { return }
        if let push = body["push"] {
            let known = outcomes[Key(target: push["target"]?.stringValue ?? "", number: number)]
            pushes.append(PushView(push: push, outcome: known?.outcome ?? "ok", detail: known?.detail))
        } else {
            let key = Key(target: body["target"]?.stringValue ?? "", number: number)
            outcomes[key] = (body["outcome"]?.stringValue ?? "unknown", body["detail"]?.stringValue)
        }
    }
}
