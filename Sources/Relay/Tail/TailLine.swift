import ActivityResolver
import JSON
import Telemetry

/// A message as a line for a person at a terminal, its columns below each other.
enum TailLine {
    /// The line; `now` is Unix seconds.
    static func text(_ message: JSONValue, at now: Double) -> String {
        let state = message["contentState"]
        let text = { (name: String) in clean(state?[name]?.stringValue ?? "") }
        let progress = state?["progress"]?.doubleValue.map { "\(Int(min(max($0, 0), 1) * 100))%" } ?? ""
        let eta = state?["estimatedCompletionDate"]?.doubleValue.map { "ETA \(clock($0))" } ?? ""
        let columns = [
            clock(now), padded(clean(message["conversionId"]?.stringValue ?? ""), 24),
            padded(clean(message["phase"]?.stringValue ?? ""), 10), aligned(progress, 4),
            padded(text("displayStatus"), 24), padded(eta, 12), text("trackTitle"),
        ]
        var line = columns.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }

    /// Whether an activity is over with this message.
    static func isLast(_ message: JSONValue) -> Bool {
        message["phase"]?.stringValue.flatMap(Phase.init(rawValue:))?.isOver ?? false
    }

    private static func clock(_ instant: Double) -> String {
        String(Timestamp.rfc3339(wholeSecondOf: instant).dropFirst(11))
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func aligned(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// Without what a terminal would take for an order.
    private static func clean(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
