package import ActivityResolver
package import JSON
import Push
import Telemetry

/// Reads an event's JSON object and checks it as the contract says; every fault names its place.
package struct EventDecoder {
    /// Names that `extra` may not have: those of the content state, and what a mapping makes of them.
    var reserved: Set<String>

    static let contentStateNames = Set(ContentStateField.allCases.map(\.rawValue))

    /// A decoder for which the content state's own names are reserved.
    package init() {
        self.init(reserved: Self.contentStateNames)
    }

    /// A decoder for which these names are reserved.
    init(reserved: Set<String>) {
        self.reserved = reserved
    }

    /// The event in `range` of `bytes`; `conversionId`, where given, is the path's and may be left out of the body.
    package func decode(
        _ bytes: [UInt8], range: Range<Int>? = nil, conversionId: String? = nil
    ) throws(JSONError) -> Event {
        var reader = JSONReader(bytes, range: range)
        let event = try decode(&reader, conversionId: conversionId)
        try reader.finish()
        return event
    }

    /// The event that comes next.
    func decode(_ reader: inout JSONReader, conversionId: String? = nil) throws(JSONError) -> Event {
        var event = Event(conversionId: conversionId ?? "")
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(EventField.table, seen: &seen) {
            guard let field = EventField(rawValue: index) else { continue }
            try decode(field, into: &event, conversionId: conversionId, &reader)
        }
        if event.conversionId.isEmpty { throw reader.faultInContainer("\"conversionId\" is missing") }
        return event
    }

    private func decode(
        _ field: EventField, into event: inout Event, conversionId: String?, _ reader: inout JSONReader
    ) throws(JSONError) {
        switch field {
        case .conversionId: event.conversionId = try Self.conversionId(&reader, expected: conversionId)
        case .subscriberId: event.subscriberId = try Self.identifier(&reader)
        case .eventId: event.eventId = try Self.identifier(&reader)
        case .type: event.type = try Self.optional(&reader, Self.type)
        case .occurredAt: event.occurredAt = try Self.optional(&reader, Self.instant)
        case .sequence: event.sequence = try Self.optional(&reader, Self.integer)
        case .attempt: event.attempt = try Self.optional(&reader, Self.attempt)
        case .startedAt: event.startedAt = try Self.optional(&reader, Self.instant)
        case .progress: event.progress = try Self.optional(&reader, Self.progress)
        case .boundary: event.boundary = try self.field(&reader, boundary)
        case .alert: event.alert = try Self.optional(&reader, Self.alert)
        default: try decodeContent(field, into: &event.fields, &reader)
        }
    }

    /// Reads the content field whose name was just read.
    func decodeContent(
        _ field: EventField, into fields: inout ContentFields, _ reader: inout JSONReader
    ) throws(JSONError) {
        switch field {
        case .status: fields.status = try Self.text(&reader, atMost: 64)
        case .displayStatus: fields.displayStatus = try Self.text(&reader, atMost: 128)
        case .estimatedCompletionDate: fields.estimatedCompletionDate = try self.field(&reader, Self.instant)
        case .fixedEnd: fields.fixedEnd = try self.field(&reader, Self.bool)
        case .trackTitle: fields.trackTitle = try Self.text(&reader, atMost: 256)
        case .subtitle: fields.subtitle = try Self.text(&reader, atMost: 256)
        case .subtitleOverflow: fields.subtitleOverflow = try Self.text(&reader, atMost: 256)
        case .queuePosition: fields.queuePosition = try self.field(&reader, Self.position)
        case .timer: fields.timer = try self.field(&reader, Self.timer)
        case .accentColor: fields.accentColor = try Self.color(&reader)
        case .staleAt: fields.staleAt = try self.field(&reader, Self.instant)
        case .relevanceScore: fields.relevanceScore = try self.field(&reader, Self.number)
        case .extra: fields.extra = try extraField(&reader)
        default: break
        }
    }

    private func field<Value>(
        _ reader: inout JSONReader, _ read: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Field<Value> {
        try reader.readNull() ? .cleared : .set(try read(&reader))
    }

    private static func optional<Value>(
        _ reader: inout JSONReader, _ read: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value? {
        try reader.readNull() ? nil : try read(&reader)
    }
}
