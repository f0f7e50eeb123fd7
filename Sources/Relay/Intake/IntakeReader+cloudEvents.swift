import HTTPServer
import JSON

extension IntakeReader {
    /// The event in a CloudEvent that is one JSON object; `eventId` is a header's.
    func cloudEvent(_ bytes: [UInt8], eventId: String?) -> IntakeItem {
        cloudEvent(bytes, 0..<bytes.count, eventId: eventId)
    }

    /// The events in an array of CloudEvents.
    func cloudEvents(_ bytes: [UInt8]) throws(Problem) -> [IntakeItem] {
        try elements(bytes, depth: 2).map { cloudEvent(bytes, $0, eventId: nil) }
    }

    /// The event in a CloudEvent whose attributes are header fields.
    func cloudEvent(_ headers: HeaderFields, _ body: [UInt8], eventId: String?) -> IntakeItem {
        item(body[...], eventId) { reader throws(Problem) in try reader.binary(headers, body) }
    }

    private func cloudEvent(_ bytes: [UInt8], _ range: Range<Int>, eventId: String?) -> IntakeItem {
        item(bytes[range], eventId) { reader throws(Problem) in try reader.structured(bytes, range) }
    }

    private func item(
        _ raw: ArraySlice<UInt8>, _ eventId: String?,
        _ unwrap: (CloudEventReader) throws(Problem) -> CloudEventReader.Unwrapped
    ) -> IntakeItem {
        do {
            let (json, place) = try unwrap(CloudEventReader(hasEventId: eventId != nil))
            var item = event(json, eventId: eventId)
            if case .failure(var problem) = item.event {
                problem.pointer = problem.pointer.map { place + $0 }
                item.event = .failure(problem)
            }
            return item
        } catch {
            return IntakeItem(raw: raw, event: .failure(error), conversionId: nil)
        }
    }
}
