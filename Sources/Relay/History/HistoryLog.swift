import ActivityResolver
import JSON
import Storage

/// Puts events, pushes and their outcomes together, from the newest history entry backwards.
struct HistoryLog {
    /// So far, newest first.
    private(set) var items: [HistoryItem] = []
    /// How many of them are events.
    private(set) var eventCount = 0
    /// How many of them are pushes.
    private(set) var pushCount = 0
    /// How many of them are changes that no push told of at once, or registrations.
    private(set) var changeCount = 0
    // By target and number: what is known of pushes whose own entries come later, for they are older.
    private var outcomes: [Key: Known] = [:]

    private struct Key: Hashable {
        var target: String
        var number: Int
    }

    private struct Known {
        var outcome: String
        var detail: String?
        var answer = PushAnswer()
    }

    /// The pushes, newest first.
    var pushes: [PushView] {
        items.compactMap { item in
            if case .push(let push) = item.content { push } else { nil }
        }
    }

    init(_ state: ActivityState) {
        for (delivery, outlet) in zip(state.deliveries, state.outlets) where outlet.sending != nil {
            outcomes[Key(target: delivery.target, number: outlet.number)] = Known(outcome: "sending")
        }
    }

    /// Takes the next older entry; what cannot be read any more is left out.
    mutating func take(_ entry: HistoryEntry) {
        var reader = JSONReader(entry.body, limits: StateReader.limits)
        guard let body = try? reader.readValue() else { return }
        switch HistoryKind(rawValue: entry.kind) {
        case .event:
            let pushes = body["pushes"]?.arrayValue ?? []
            for (index, push) in pushes.enumerated().reversed() { take(push: push, entry, index + 1) }
            eventCount += 1
            append(.event(EventView(body)), entry, 0)
        case .push: take(push: body, entry, 0)
        case .outcome: take(outcome: body)
        case .change:
            changeCount += 1
            append(.change(ChangeView(body)), entry, 0)
        case .registration:
            changeCount += 1
            append(.registration(RegistrationView(body)), entry, 0)
        case .arrivals, nil: break
        }
    }

    private mutating func append(_ content: HistoryItem.Content, _ entry: HistoryEntry, _ index: Int) {
        items.append(HistoryItem(place: .init(entry: entry.id, index: index), at: entry.at, content: content))
    }

    private mutating func take(outcome body: JSONValue) {
        guard let number = Self.integer(body["number"]) else { return }
        let key = Key(target: body["target"]?.stringValue ?? "", number: number)
        // What was known last counts.
        guard outcomes[key] == nil else { return }
        outcomes[key] = Known(
            outcome: body["outcome"]?.stringValue ?? "unknown", detail: body["detail"]?.stringValue,
            answer: PushAnswer(body))
    }

    private mutating func take(push body: JSONValue, _ entry: HistoryEntry, _ index: Int) {
        guard let number = Self.integer(body["number"]), let push = body["push"] else { return }
        let known = outcomes[Key(target: push["target"]?.stringValue ?? "", number: number)]
        var view = PushView(push: push, outcome: known?.outcome ?? "ok", detail: known?.detail, number: number)
        view.sender = body["sender"]?.stringValue
        view.attempt = Self.integer(body["try"]) ?? 1
        view.isDemoted = body["demoted"] == .bool(true)
        view.answer = known?.answer ?? PushAnswer()
        view.superseder = Superseder(body)
        view.expiryCause = body["expiredBy"]?.stringValue.flatMap(ExpiryCause.init)
        view.boundary = body["boundary"]
        pushCount += 1
        append(.push(view), entry, index)
    }

    private static func integer(_ value: JSONValue?) -> Int? {
        value?.doubleValue.flatMap { Int(exactly: $0) }
    }
}
