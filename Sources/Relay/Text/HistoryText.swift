import ActivityResolver

extension HistoryPage {
    /// The page as text for people.
    var text: [UInt8] {
        var page = TextPage()
        page.line(state.heading)
        page.gap()
        var timeline = TimelineText(page, explainer, start: state.activity.run.startedAt)
        for item in items { timeline.add(item) }
        page = timeline.page
        if items.isEmpty { page.line("nothing is recorded") }
        if let cursor { page.line("more: ?format=text&cursor=\(cursor)") }
        return page.bytes
    }
}

extension ActivityState {
    /// Who it is, where it stands and since when: a line.
    var heading: String {
        let owner = activity.subscriberId.map { " of \(DisplayWidth.cut(PlainText.clean($0), to: 40))" } ?? ""
        return
            "\(activity.conversionId)\(owner): \(activity.phase.rawValue), began \(PlainText.date(activity.run.startedAt))"
    }
}
