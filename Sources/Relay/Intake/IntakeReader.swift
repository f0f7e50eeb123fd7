import ActivityResolver
import JSON

/// Reads the events of a request's body.
struct IntakeReader {
    var decoder = EventDecoder()

    /// The most events of one request.
    static let mostEvents = 1000

    /// One event; `conversionId` is the path's, `eventId` a header's.
    func event(_ bytes: [UInt8], conversionId: String? = nil, eventId: String? = nil) -> IntakeItem {
        item(in: bytes, range: 0..<bytes.count, conversionId: conversionId, eventId: eventId)
    }

    /// One event or an array of them, whichever the body is; `eventId`, a header's, is asked for with one event only.
    func events(_ bytes: [UInt8], eventId: () throws(Problem) -> String?) throws(Problem) -> Events {
        var reader = JSONReader(bytes)
        guard let kind = try? reader.peek(), kind == .array else {
            return .one(event(bytes, eventId: try eventId()))
        }
        return .many(try elements(bytes).map { item(in: bytes, range: $0) })
    }

    /// What a body holds.
    enum Events {
        case one(IntakeItem)
        case many([IntakeItem])
    }

    /// NDJSON: an event a line; blank lines are skipped.
    func lines(_ bytes: [UInt8]) throws(Problem) -> [IntakeItem] {
        try Self.checked(Self.lineRanges(bytes)).map { item(in: bytes, range: $0) }
    }

    private static func checked(_ ranges: [Range<Int>]) throws(Problem) -> [Range<Int>] {
        if ranges.isEmpty { throw Problem(status: 400, detail: "there is no event in it", pointer: "") }
        if ranges.count > mostEvents {
            throw Problem(status: 413, detail: "\(ranges.count) events; at most \(mostEvents) a request")
        }
        return ranges
    }

    /// Where the elements of an array of events stand; `depth`: how much deeper than an event the array is.
    func elements(_ bytes: [UInt8], depth: Int = 1) throws(Problem) -> [Range<Int>] {
        let ranges: [Range<Int>]
        do {
            ranges = try Self.elements(bytes, depth: depth)
        } catch {
            throw Problem(error)
        }
        return try Self.checked(ranges)
    }

    private static func elements(_ bytes: [UInt8], depth: Int) throws(JSONError) -> [Range<Int>] {
        // What is wrong with the texts of one event is that event's fault, not its neighbours'.
        var reader = JSONReader(bytes, limits: JSONLimits(depth: JSONLimits().depth + depth, textBytes: bytes.count))
        var ranges: [Range<Int>] = []
        try reader.beginArray()
        while try reader.nextElement() { ranges.append(try reader.readText()) }
        try reader.finish()
        return ranges
    }

    /// The lines that are not blank.
    static func lineRanges(_ bytes: [UInt8]) -> [Range<Int>] {
        bytes.split(separator: UInt8(ascii: "\n")).filter { !isBlank($0) }.map(\.indices)
    }

    /// Whether a line holds white space alone.
    static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    }

    /// The event in `range` of `bytes`.
    func item(
        in bytes: [UInt8], range: Range<Int>, conversionId: String? = nil, eventId: String? = nil
    ) -> IntakeItem {
        do {
            var event = try decoder.decode(bytes, range: range, conversionId: conversionId)
            if let eventId {
                if let own = event.eventId, own != eventId {
                    let problem = Problem(
                        status: 400, detail: "the header gives another eventId", pointer: "/eventId")
                    return IntakeItem(
                        raw: bytes[range], event: .failure(problem), conversionId: event.conversionId)
                }
                event.eventId = eventId
            }
            return IntakeItem(
                raw: bytes[range], event: .success(event), eventId: eventId, conversionId: event.conversionId)
        } catch {
            let id = conversionId ?? Self.conversionId(in: bytes, range: range)
            return IntakeItem(raw: bytes[range], event: .failure(Problem(error, in: bytes[range])), conversionId: id)
        }
    }

    /// The conversionId of an event that is refused, so that the refusal can be told where one looks for it.
    private static func conversionId(in bytes: [UInt8], range: Range<Int>) -> String? {
        var reader = JSONReader(bytes, range: range, limits: JSONLimits(textBytes: bytes.count))
        guard case .object(let members)? = try? reader.readValue(), (try? reader.finish()) != nil,
            let id = members.first(where: { $0.name == "conversionId" })?.value.stringValue,
            EventDecoder.isConversionId(id)
        else { return nil }
        return id
    }
}
