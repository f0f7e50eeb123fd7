import ActivityResolver
import JSON

/// What happened to an activity as lines for people: when, what came in, what it resolved to, what was pushed, or why not.
struct TimelineText {
    private(set) var page: TextPage
    private let explainer: EventExplainer
    /// Offsets count from then, Unix seconds.
    private let start: Double

    /// Where the text of a line begins, and where its reasons do, columns.
    private static let textColumn = 29
    private static let reasonColumn = 31

    init(_ page: TextPage, _ explainer: EventExplainer, start: Double) {
        self.page = page
        self.explainer = explainer
        self.start = start
    }

    /// Adds an item.
    mutating func add(_ item: HistoryItem) {
        switch item.content {
        case .event(let event): add(event, at: item.at)
        case .push(let push): add(push, item)
        case .change(let change): add(change, at: item.at)
        case .registration(let registration): add(registration, at: item.at)
        }
    }

    private mutating func add(_ kind: String, at instant: Double, _ text: String) {
        let offset = DisplayWidth.rightAligned(PlainText.offset(instant - start), to: 9)
        let head = "\(PlainText.clock(instant)) \(offset)  \(DisplayWidth.padded(kind, to: 6)) "
        page.line(head + text, indent: Self.reasonColumn)
    }

    private mutating func addReason(_ text: String) {
        let indent = Self.reasonColumn
        page.line(String(repeating: " ", count: indent) + text, indent: indent + 2)
    }

    // MARK: Events

    private mutating func add(_ event: EventView, at now: Double) {
        let told = event.raw.map { ContentStateText.told($0, at: now) } ?? Self.unreadable(event)
        let shown = event.contentState.map { ContentStateText.shown($0, at: now) }
        switch event.outcome {
        case "accepted": add("event", at: now, told + (shown.map { " → \($0)" } ?? ""))
        case "refused":
            add("event", at: now, "\(told): refused")
            let place = event.body["pointer"]?.stringValue.map { $0.isEmpty ? "" : "\($0): " } ?? ""
            addReason(PlainText.clean(place + (event.body["detail"]?.stringValue ?? "")))
        default: add("event", at: now, "\(told): \(event.outcome), nothing changes")
        }
        for line in explainer.why(event, at: now) { addReason("\(line.field): \(PlainText.clean(line.why))") }
        for decision in event.decisions { addReason(Self.text(decision)) }
    }

    private static func unreadable(_ event: EventView) -> String {
        event.body["text"]?.stringValue.map { PlainText.quoted($0) } ?? "an event too long to be kept"
    }

    private static func text(_ decision: JSONValue) -> String {
        let target = PlainText.clean(decision["target"]?.stringValue ?? "")
        let why = PlainText.clean(decision["why"]?.stringValue ?? "")
        switch decision["decision"]?.stringValue.flatMap(Answer.Decision.Kind.init) {
        case .waiting:
            let until = decision["at"]?.doubleValue.map { " until \(PlainText.clock($0))" } ?? ""
            return "push to \(target) waits\(until): \(why)"
        case .dead: return "not pushed to \(target): \(why)"
        default: return "no push to \(target): \(why)"
        }
    }

    // MARK: Changes and pushes

    private mutating func add(_ change: ChangeView, at now: Double) {
        let shown = change.contentState.map { " → \(ContentStateText.shown($0, at: now))" } ?? ""
        var lines = explainer.why(change)
        add(
            "change", at: now,
            PlainText.clean(lines.isEmpty ? "of a kind unknown here" : lines.removeFirst().why) + shown)
        for line in lines { addReason("\(line.field): \(PlainText.clean(line.why))") }
        for decision in change.decisions { addReason(Self.text(decision)) }
    }

    private mutating func add(_ registration: RegistrationView, at now: Double) {
        let place = Self.place(registration.target, registration.sender)
        add("target", at: now, "\(place): \(PlainText.clean(registration.text))")
    }

    private static func place(_ target: String, _ sender: String?) -> String {
        PlainText.clean(sender.map { $0 == target ? target : "\(target) by \($0)" } ?? target)
    }

    private mutating func add(_ push: PushView, _ item: HistoryItem) {
        let state = push.push["contentState"].map { ContentStateText.shown($0, at: item.at) } ?? ""
        let kind = push.push["event"]?.stringValue ?? ""
        let priority = push.push["priority"]?.doubleValue.map { LogText.number($0) } ?? ""
        let place = Self.place(push.target, push.sender)
        add("push", at: item.at, "\(kind) to \(place), priority \(priority): \(state)")
        var lines = explainer.why(push, phase: item.phase)
        let first = lines.isEmpty ? "" : lines.removeFirst().why + "; "
        addReason(PlainText.clean(first + Self.outcome(push)))
        for line in lines { addReason("\(line.field): \(line.why)") }
    }

    /// What became of a push: `ok, 200 in 12.3 ms`, or `after 1 ms, to be retried: the receiver answered 503`.
    static func outcome(_ push: PushView) -> String {
        let time = push.milliseconds.map { "\(PlainText.decimal($0)) ms" }
        guard let detail = push.detail else { return done(push, time.map { " in \($0)" } ?? "", facts(push)) }
        // What went wrong mostly names the answer itself.
        let facts = detail.contains(facts(push)) ? "" : facts(push)
        guard push.outcome == "retry" else {
            return done(push, time.map { " after \($0)" } ?? "", facts) + ": \(detail)"
        }
        let start = time.map { "after \($0), to be retried" } ?? "to be retried"
        return done(push, "", facts, as: start) + ": \(detail)"
    }

    private static func done(_ push: PushView, _ time: String, _ facts: String, as outcome: String? = nil) -> String {
        let attempt = push.attempt > 1 ? " at try \(push.attempt)" : ""
        return (outcome ?? push.outcome) + attempt + (facts.isEmpty ? "" : ", \(facts)") + time
    }

    /// The answer's status and reason, as far as they are known.
    private static func facts(_ push: PushView) -> String {
        [push.answer.status.map { String($0) }, push.answer.reason].compactMap(\.self).joined(separator: " ")
    }
}
