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
        }
    }

    private mutating func add(_ kind: String, at instant: Double, _ text: String) {
        let offset = DisplayWidth.rightAligned(PlainText.offset(instant - start), to: 9)
        let head = "\(PlainText.clock(instant)) \(offset)  \(DisplayWidth.padded(kind, to: 5))  "
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

    // MARK: Pushes

    private mutating func add(_ push: PushView, _ item: HistoryItem) {
        let state = push.push["contentState"].map { ContentStateText.shown($0, at: item.at) } ?? ""
        let kind = push.push["event"]?.stringValue ?? ""
        let priority = push.push["priority"]?.doubleValue.map { LogText.number($0) } ?? ""
        let place = push.sender.map { $0 == push.target ? push.target : "\(push.target) by \($0)" } ?? push.target
        add("push", at: item.at, "\(kind) to \(PlainText.clean(place)), priority \(priority): \(state)")
        var lines = explainer.why(push, phase: item.phase)
        let first = lines.isEmpty ? "" : lines.removeFirst().why + "; "
        addReason(PlainText.clean(first + Self.outcome(push)))
        for line in lines { addReason("\(line.field): \(line.why)") }
    }

    /// What became of a push: `ok, 200 in 12.3 ms`.
    static func outcome(_ push: PushView) -> String {
        var text = push.outcome
        if push.attempt > 1 { text += " at try \(push.attempt)" }
        if let status = push.answer.status { text += ", \(status)" }
        if let reason = push.answer.reason { text += " \(reason)" }
        if let milliseconds = push.milliseconds { text += " in \(PlainText.decimal(milliseconds)) ms" }
        return text + (push.detail.map { ": \($0)" } ?? "")
    }
}
