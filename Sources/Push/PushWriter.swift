import ActivityResolver
public import JSON

extension JSONWriter {
    /// Writes a push as the contract shows it: what `log`, `webhook` and replay emit.
    public mutating func push(_ push: Push) {
        let planned = push.planned
        beginObject()
        member("sentAt", push.sentAt)
        member("conversionId", push.conversionId)
        member("subscriberId", push.subscriberId)
        member("target", planned.target)
        member("event", planned.event.rawValue)
        member("priority", planned.priority)
        key("contentState")
        contentState(planned.contentState)
        member("staleAt", planned.staleAt)
        member("dismissalDate", planned.dismissalDate)
        if let alert = planned.alert {
            key("alert")
            self.alert(alert)
        }
        member("relevanceScore", planned.relevanceScore)
        member("reason", planned.reason.rawValue)
        endObject()
    }
}
