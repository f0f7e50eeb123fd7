import ActivityResolver
import HTTPServer
import JSON

@testable import Relay

extension FuzzInput {
    /// An event: alone, as an element of an array, and as a line it is the same.
    static let event = FuzzInput(name: "event") { bytes in
        let alone = IntakeReader().event(bytes)
        guard case .success(let event) = alone.event else { return nil }
        if let fault = broken(event) { return fault }
        let array = [UInt8(ascii: "[")] + bytes + [UInt8(ascii: "]")]
        guard case .many(let elements)? = try? IntakeReader().events(array, eventId: { nil }), elements.count == 1,
            case .success(event) = elements[0].event
        else { return "it is another one in an array" }
        if bytes.contains(UInt8(ascii: "\n")) { return nil }
        guard let lines = try? IntakeReader().lines(bytes), lines.count == 1, case .success(event) = lines[0].event
        else { return "it is another one as a line" }
        return nil
    }

    /// What a decoder lets through and the rules do not expect.
    private static func broken(_ event: Event) -> String? {
        let instants = [
            event.occurredAt, event.startedAt, event.fields.estimatedCompletionDate.value, event.fields.staleAt.value,
            event.boundary.value?.at,
        ]
        if instants.contains(where: { $0.map { !(0...1e11).contains($0) } ?? false }) { return "an instant" }
        if let progress = event.progress, !(0...1).contains(progress) { return "progress \(progress)" }
        if let position = event.fields.queuePosition.value, position < 0 { return "position \(position)" }
        return event.conversionId.isEmpty ? "no name" : nil
    }

    /// A form: it is the same event as the JSON that it is made into.
    static let form = FuzzInput(name: "form") { bytes in
        guard let json = try? FormBody.json(bytes) else { return nil }
        // U+0000 is in no text that is taken, whatever it came as.
        let holdsNUL = json.indices.contains { json[$0...].starts(with: "\\u0000".utf8) }
        guard JSONText.isValue(json) || holdsNUL else {
            return "it becomes no JSON: \(String(decoding: json, as: UTF8.self))"
        }
        return event.fault(json)
    }

    /// NDJSON: as many events as lines that are not blank, each as by itself.
    static let lines = FuzzInput(name: "lines") { bytes in
        guard let items = try? IntakeReader().lines(bytes) else { return nil }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { !IntakeReader.isBlank($0) }
        if items.count != lines.count { return "\(items.count) events of \(lines.count) lines" }
        for (item, line) in zip(items, lines) {
            let alone = IntakeReader().event(Array(line))
            if alone.event != item.event || alone.conversionId != item.conversionId {
                return "a line is another event by itself: \(String(decoding: line, as: UTF8.self))"
            }
        }
        return nil
    }

    /// A CloudEvent, structured; its data alone is taken or refused as in it, but for what the context adds.
    static let cloudEvent = FuzzInput(name: "cloudevent") { bytes in
        let item = IntakeReader().cloudEvent(bytes, eventId: nil)
        guard case .success(let event) = item.event else {
            return item.conversionId.map(EventDecoder.isConversionId) ?? true ? nil : "a name that is none"
        }
        if event.eventId?.isEmpty ?? true { return "a CloudEvent without an eventId" }
        let array = [UInt8(ascii: "[")] + bytes + [UInt8(ascii: "]")]
        guard let elements = try? IntakeReader().cloudEvents(array), elements.count == 1,
            case .success(event) = elements[0].event
        else { return "it is another one in an array" }
        return broken(event)
    }
}
