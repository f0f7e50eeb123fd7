import ActivityResolver
import JSON
import Push

extension JSONWriter {
    /// Writes a page of history.
    mutating func history(_ page: HistoryPage) {
        beginObject()
        key("entries")
        beginArray()
        for item in page.items {
            beginObject()
            member("at", item.at)
            switch item.content {
            case .event(let event): self.event(event, at: item.at, page.explainer)
            case .push(let push):
                member("kind", "push")
                self.push(push, why: page.explainer.why(push, phase: item.phase))
            case .change(let change): self.change(change, page.explainer)
            case .registration(let registration): self.registration(registration)
            }
            endObject()
        }
        endArray()
        member("cursor", page.cursor)
        endObject()
    }

    private mutating func event(_ event: EventView, at now: Double, _ explainer: EventExplainer) {
        member("kind", "event")
        for name in ["event", "text", "eventId", "outcome", "reason", "detail", "pointer", "phase", "late"] {
            guard let found = event.body[name] else { continue }
            key(name)
            value(found)
        }
        if let state = event.contentState {
            key("contentState")
            value(state)
        }
        why(explainer.why(event, at: now))
        decisions(event.decisions)
    }

    private mutating func change(_ change: ChangeView, _ explainer: EventExplainer) {
        member("kind", "change")
        member("reason", change.body["reason"]?.stringValue)
        member("phase", change.phase)
        member("supersededBy", change.superseder?.conversionId)
        if let boundary = change.boundary {
            key("boundary")
            value(boundary)
        }
        if let state = change.contentState {
            key("contentState")
            value(state)
        }
        why(explainer.why(change))
        decisions(change.decisions)
    }

    private mutating func registration(_ registration: RegistrationView) {
        member("kind", "registration")
        for member in registration.body.objectValue ?? [] {
            key(member.name)
            value(member.value)
        }
        member("detail", registration.text)
    }

    private mutating func decisions(_ decisions: [JSONValue]) {
        guard !decisions.isEmpty else { return }
        key("decisions")
        value(.array(decisions))
    }

    /// Writes the members of a push: what became of it, what is known of its request, why it was, and itself.
    mutating func push(_ view: PushView, why lines: [EventExplainer.Line]) {
        member("outcome", view.outcome)
        member("detail", view.detail)
        key("request")
        beginObject()
        member("number", view.number)
        member("sender", view.sender)
        if view.attempt > 1 { member("attempt", view.attempt) }
        if let (field, id) = view.requestId {
            key(field.rawValue)
            string(id)
        }
        member("status", view.answer.status)
        member("reason", view.answer.reason)
        member("milliseconds", view.milliseconds)
        endObject()
        why(lines)
        for member in view.push.objectValue ?? [] {
            key(member.name)
            value(member.value)
        }
    }

    private mutating func why(_ lines: [EventExplainer.Line]) {
        guard !lines.isEmpty else { return }
        key("why")
        beginObject()
        for line in lines {
            key(line.field)
            string(line.why)
        }
        endObject()
    }
}
