import ActivityResolver
import JSON
import Push

extension JSONWriter {
    /// Writes a boundary in the shape in which an event tells it.
    mutating func boundary(_ boundary: Boundary) {
        beginObject()
        member("at", boundary.at)
        if let alert = boundary.alert {
            key("alert")
            self.alert(alert)
        }
        let fields = boundary.fields
        field("status", fields.status) { writer, text in writer.string(text) }
        field("displayStatus", fields.displayStatus) { writer, text in writer.string(text) }
        field("estimatedCompletionDate", fields.estimatedCompletionDate) { writer, date in writer.number(date) }
        field("fixedEnd", fields.fixedEnd) { writer, flag in writer.bool(flag) }
        field("trackTitle", fields.trackTitle) { writer, text in writer.string(text) }
        field("subtitle", fields.subtitle) { writer, text in writer.string(text) }
        field("subtitleOverflow", fields.subtitleOverflow) { writer, text in writer.string(text) }
        field("queuePosition", fields.queuePosition) { writer, place in writer.integer(place) }
        field("timer", fields.timer) { writer, timer in writer.timer(timer) }
        field("accentColor", fields.accentColor) { writer, text in writer.string(text) }
        field("staleAt", fields.staleAt) { writer, date in writer.number(date) }
        field("relevanceScore", fields.relevanceScore) { writer, score in writer.number(score) }
        field("extra", fields.extra) { writer, extra in writer.raw(extra.text) }
        endObject()
    }

    private mutating func field<Value>(
        _ name: StaticString, _ field: Field<Value>, _ write: (inout JSONWriter, Value) -> Void
    ) {
        switch field {
        case .absent: break
        case .cleared:
            key(name)
            null()
        case .set(let value):
            key(name)
            write(&self, value)
        }
    }
}
