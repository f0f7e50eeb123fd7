import ActivityResolver
import Storage

/// A list of activities as text for people: a line each.
struct ListText {
    /// An activity, and what it shows; nil where its state cannot be read.
    typealias Entry = (row: ActivityRow, state: ContentState?)

    let entries: [Entry]
    let cursor: String?
    /// Unix seconds.
    let now: Double

    /// The page's bytes.
    var bytes: [UInt8] {
        var page = TextPage()
        let width = min(40, entries.map { DisplayWidth.of($0.row.conversionId) }.max() ?? 0)
        for entry in entries { page.line(line(entry, idWidth: width), indent: 4) }
        if entries.isEmpty { page.line("no activities") }
        if let cursor { page.line("more: ?format=text&cursor=\(cursor)") }
        return page.bytes
    }

    private func line(_ entry: Entry, idWidth: Int) -> String {
        let row = entry.row
        var parts = [
            DisplayWidth.padded(row.conversionId, to: idWidth), DisplayWidth.padded(row.phase, to: 10),
            PlainText.clock(row.startedAt), DisplayWidth.rightAligned(PlainText.offset(now - row.startedAt), to: 9),
        ]
        if let state = entry.state {
            let shown = "\(PlainText.clean(state.displayStatus)) \(PlainText.percent(state.progress))"
            parts.append(DisplayWidth.padded(DisplayWidth.cut(shown, to: 26), to: 26))
        } else {
            parts.append("cannot be read by this version")
        }
        if let title = entry.state?.trackTitle { parts.append(PlainText.quoted(title, atMost: 30)) }
        if let subscriberId = row.subscriberId {
            parts.append("of \(DisplayWidth.cut(PlainText.clean(subscriberId), to: 20))")
        }
        return parts.joined(separator: "  ")
    }
}
