import ActivityResolver
import JSON

/// A line of a recording: `{"at": t, "event": {…}}`.
struct RecordedLine {
    /// When the event came, Unix seconds.
    var at: Double
    /// The event.
    var event: Event

    private static let table = JSONKeyTable(["at", "event"])

    /// Reads the line in `range` of `bytes`.
    init(_ bytes: [UInt8], range: Range<Int>, _ decoder: EventDecoder) throws(JSONError) {
        var reader = JSONReader(bytes, range: range)
        try self.init(&reader, decoder)
        try reader.finish()
    }

    /// Reads the object that comes next.
    init(_ reader: inout JSONReader, _ decoder: EventDecoder) throws(JSONError) {
        var at: Double?
        var event: Event?
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try Self.nextKey(&reader, &seen) {
            if index == 0 {
                at = try EventDecoder.instant(&reader)
            } else {
                event = try decoder.decode(&reader)
            }
        }
        guard let at else { throw reader.faultInContainer("\"at\" is missing") }
        guard let event else { throw reader.faultInContainer("\"event\" is missing") }
        self.at = at
        self.event = event
    }

    private static func nextKey(_ reader: inout JSONReader, _ seen: inout UInt64) throws(JSONError) -> Int? {
        do {
            return try reader.nextKey(table, seen: &seen)
        } catch {
            guard error.kind == .unknownKey else { throw error }
            var fault = error
            fault.message += "; a recorded event is {\"at\": t, \"event\": {…}}"
            throw fault
        }
    }
}
