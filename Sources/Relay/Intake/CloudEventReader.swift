import Crypto
import HTTPServer
import JSON

/// Reads CloudEvents 1.0 in the forms that HTTP knows; the data of each is one of our events.
///
/// https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/http-protocol-binding.md
struct CloudEventReader {
    /// An event's JSON text, and where its members stand in what came.
    typealias Unwrapped = (json: [UInt8], place: String)

    /// Whether something else gives the eventId: a header.
    var hasEventId = false

    // MARK: Structured

    private static let attributes = [
        "specversion", "id", "source", "type", "subject", "time", "datacontenttype", "dataschema",
    ]

    /// The event in a CloudEvent that is one JSON object (`application/cloudevents+json`).
    func structured(_ bytes: [UInt8], _ range: Range<Int>) throws(Problem) -> Unwrapped {
        let envelope: Envelope
        do {
            envelope = try Self.read(bytes, range)
        } catch {
            throw Problem(error, in: bytes[range])
        }
        let context = try CloudEventContext(envelope.attributes) { name, message in
            let isThere = envelope.attributes[name] != nil
            return Problem(
                status: 400, detail: isThere ? message : "\"\(name)\" is missing: \(message)",
                pointer: isThere ? "/\(name)" : "")
        }
        let (data, place) = try envelope.content()
        return (try context.event(data, hasEventId: hasEventId, place: place), place)
    }

    private struct Envelope {
        var attributes: [String: String] = [:]
        var data: JSONValue?
        var base64: String?

        /// The data, and where it stands.
        func content() throws(Problem) -> (data: JSONValue, place: String) {
            switch (data, base64) {
            case (let data?, nil): return (data, "/data")
            case (nil, let text?): return (try Self.decode(text), "/data_base64")
            case (nil, nil): throw Problem(status: 400, detail: "\"data\" is missing: the event", pointer: "")
            default:
                throw Problem(
                    status: 400, detail: "a CloudEvent has data or data_base64, not both", pointer: "/data_base64")
            }
        }

        private static func decode(_ text: String) throws(Problem) -> JSONValue {
            guard let bytes = Base64.standard.decode(text) else {
                throw Problem(status: 400, detail: "this is no Base64", pointer: "/data_base64")
            }
            return try CloudEventReader.value(bytes, place: "/data_base64")
        }
    }

    private static func read(_ bytes: [UInt8], _ range: Range<Int>) throws(JSONError) -> Envelope {
        // How deep the event itself is, and how long its texts are, is seen when it is decoded.
        let limits = JSONLimits(depth: JSONLimits().depth + 1, textBytes: bytes.count)
        var reader = JSONReader(bytes, range: range, limits: limits)
        var envelope = Envelope()
        var names: Set<String> = []
        try reader.beginObject()
        while let name = try reader.nextKey(unique: &names) {
            if try reader.readNull() { continue }
            switch name {
            case "data": envelope.data = try reader.readValue()
            case "data_base64": envelope.base64 = try reader.readString()
            case _ where attributes.contains(name): envelope.attributes[name] = try reader.readString()
            // An extension: its sender's own.
            default: try reader.skipValue()
            }
        }
        try reader.finish()
        return envelope
    }

    // MARK: Binary

    /// Whether a request is a CloudEvent whose attributes are header fields and whose body is the data.
    static func isBinary(_ headers: HeaderFields) -> Bool {
        headers.contains("ce-specversion") || headers.contains("ce-id") || headers.contains("ce-source")
            || headers.contains("ce-type")
    }

    /// The event in such a request.
    func binary(_ headers: HeaderFields, _ body: [UInt8]) throws(Problem) -> Unwrapped {
        let fields: [(name: String, value: String?)] = [
            ("specversion", headers["ce-specversion"]), ("id", headers["ce-id"]), ("source", headers["ce-source"]),
            ("type", headers["ce-type"]), ("subject", headers["ce-subject"]), ("time", headers["ce-time"]),
        ]
        var attributes: [String: String] = [:]
        for case (let name, let value?) in fields { attributes[name] = try Self.decoded(value, name) }
        let context = try CloudEventContext(attributes) { name, message in
            let word = attributes[name] == nil ? " is missing" : ""
            return Problem(status: 400, detail: "the header ce-\(name)\(word): \(message)")
        }
        return (try context.event(try Self.value(body, place: ""), hasEventId: hasEventId, place: ""), "")
    }

    /// A header's text as it was before it was made fit for one ("HTTP Header Values").
    private static func decoded(_ text: String, _ name: String) throws(Problem) -> String {
        guard let text = PercentCoding.decode(unquoted(text)) else {
            throw Problem(status: 400, detail: "the header ce-\(name): its percent-encoding is broken")
        }
        return text
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return text }
        var plain = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                plain.append(character)
                isEscaped = false
            }
        }
        return plain
    }

    private static func value(_ bytes: [UInt8], place: String) throws(Problem) -> JSONValue {
        do {
            var reader = JSONReader(bytes, limits: JSONLimits(textBytes: bytes.count))
            let value = try reader.readValue()
            try reader.finish()
            return value
        } catch {
            var problem = Problem(error, in: bytes[...])
            problem.pointer = place + error.pointer
            throw problem
        }
    }
}
