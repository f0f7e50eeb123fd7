import JSON
import Telemetry

/// What an event said and what is shown, in a few words.
enum ContentStateText {
    /// A content state as of `now`: `Generating… 41.25 %, ETA in 79 s`.
    static func shown(_ state: JSONValue, at now: Double) -> String {
        let label = state["displayStatus"]?.stringValue ?? state["status"]?.stringValue ?? ""
        var parts = [PlainText.clean(label)]
        if state["queuePosition"] == nil, let progress = state["progress"]?.doubleValue {
            parts[0] += " \(PlainText.percent(progress))"
        }
        parts += [instant("ETA", state["estimatedCompletionDate"], now), timer(state["timer"])].compactMap(\.self)
        return parts.joined(separator: ", ")
    }

    /// What an event said, as of `now`: `start, finalizing, 10 %, ETA in 3600 s`.
    static func told(_ event: JSONValue, at now: Double) -> String {
        var parts: [String] = []
        if let type = event["type"]?.stringValue { parts.append(PlainText.clean(type)) }
        if let status = event["status"] { parts.append(text(status, "status")) }
        if let words = event["displayStatus"] { parts.append(text(words, "words", isQuoted: true)) }
        if let progress = event["progress"]?.doubleValue { parts.append(told(progress: progress)) }
        if let eta = event["estimatedCompletionDate"] { parts.append(instant("ETA", eta, now) ?? unread("ETA", eta)) }
        if event["fixedEnd"] == .bool(true) { parts.append("fixed end") }
        if let position = event["queuePosition"] {
            parts.append(position.doubleValue.map { "position \(LogText.number($0))" } ?? unread("position", position))
        }
        if let title = event["trackTitle"] { parts.append("title " + text(title, "", isQuoted: true)) }
        if let stale = event["staleAt"] { parts.append(instant("stale", stale, now) ?? unread("stale date", stale)) }
        if let at = event["boundary"]?["at"] { parts.append(instant("boundary", at, now) ?? "boundary") }
        if let attempt = event["attempt"]?.doubleValue { parts.append("attempt \(LogText.number(attempt))") }
        if event["alert"]?.objectValue != nil { parts.append("alert") }
        for name in others where event[name] != nil { parts.append(name) }
        return parts.isEmpty ? named(event) : parts.joined(separator: ", ")
    }

    /// A share as percent; a number that is none as it came, for it may be percent already.
    private static func told(progress: Double) -> String {
        (0...1).contains(progress) ? PlainText.percent(progress) : "progress \(LogText.number(progress))"
    }

    /// The names of the fields of an event that says nothing of what is shown.
    private static func named(_ event: JSONValue) -> String {
        let names = (event.objectValue ?? []).map(\.name).filter { $0 != "conversionId" }
        guard !names.isEmpty else { return "nothing but its id" }
        let rest = names.count > mostNamed ? " and \(names.count - mostNamed) more" : ""
        let shown = names.prefix(mostNamed).map { DisplayWidth.cut(PlainText.clean($0), to: 40) }
        return "nothing that is shown, but " + shown.joined(separator: ", ") + rest
    }

    /// How many fields are named.
    private static let mostNamed = 5

    private static let others = ["timer", "subtitle", "subtitleOverflow", "accentColor", "extra", "relevanceScore"]

    private static func text(_ value: JSONValue, _ name: String, isQuoted: Bool = false) -> String {
        guard let text = value.stringValue else { return unread(name, value) }
        return isQuoted ? PlainText.quoted(text) : DisplayWidth.cut(PlainText.clean(text), to: 40)
    }

    /// A value that is none of the field's: null, or one that an event is refused for.
    private static func unread(_ name: String, _ value: JSONValue) -> String {
        let told = value == .null ? "cleared" : PlainText.quoted(value.stringValue ?? value.canonical)
        return name.isEmpty ? told : "\(name) \(told)"
    }

    private static func instant(_ name: String, _ value: JSONValue?, _ now: Double) -> String? {
        guard let value, let instant = value.doubleValue ?? value.stringValue.flatMap(Timestamp.parse) else {
            return nil
        }
        return "\(name) \(PlainText.relative(instant, to: now))"
    }

    private static func timer(_ value: JSONValue?) -> String? {
        value?["mode"]?.stringValue.map { "timer \($0)" }
    }
}
