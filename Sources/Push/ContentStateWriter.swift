public import ActivityResolver
public import JSON

extension JSONWriter {
    /// Writes a content state with the contract's names and Unix dates.
    ///
    /// The app's own fields are merged into it, or stand apart as `extra`, so that none can be taken for another.
    public mutating func contentState(_ state: ContentState, extraApart: Bool = false) {
        beginObject()
        member("status", state.status)
        member("displayStatus", state.displayStatus)
        member("progress", state.progress)
        member("estimatedCompletionDate", state.estimatedCompletionDate)
        member("trackTitle", state.trackTitle)
        member("queuePosition", state.queuePosition)
        member("staleAt", state.staleAt)
        if let timer = state.timer {
            key("timer")
            self.timer(timer)
        }
        member("subtitle", state.subtitle)
        member("subtitleOverflow", state.subtitleOverflow)
        member("accentColor", state.accentColor)
        if let extra = state.extra {
            if extraApart { self.extra(extra) } else { rawMembers(of: extra.text) }
        }
        endObject()
    }

    /// Writes a timer: `mode` and its instants in Unix seconds (T1).
    public mutating func timer(_ timer: ActivityTimer) {
        self.timer(timer, .unix)
    }

    /// Writes an alert.
    package mutating func alert(_ alert: Alert) {
        beginObject()
        member("title", alert.title)
        member("body", alert.body)
        member("sound", alert.sound)
        endObject()
    }

    /// Writes the app's own object as the member `extra`.
    package mutating func extra(_ extra: Extra) {
        key("extra")
        raw(extra.text)
    }
}
