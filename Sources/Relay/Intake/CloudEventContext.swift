import Crypto
import JSON
import Telemetry

/// What a CloudEvent says beside its data, checked (CloudEvents 1.0.2, "Context Attributes").
///
/// https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md
struct CloudEventContext {
    /// What its source and id come to as an eventId, which no other pair comes to.
    let eventId: String
    /// What it is about: the conversionId of an event that has none.
    let subject: String?
    /// When it happened, Unix seconds: the occurredAt of an event that has none.
    let time: Double?

    private static let needed = ["specversion", "id", "source", "type"]

    /// The context of attributes by name; `fault` makes a problem of an attribute's name and what is wrong with it.
    init(
        _ attributes: [String: String], fault: (_ name: String, _ message: String) -> Problem
    ) throws(Problem) {
        for name in Self.needed where attributes[name]?.isEmpty ?? true {
            throw fault(name, "a CloudEvent has this, and it is not empty")
        }
        guard attributes["specversion"] == "1.0" else { throw fault("specversion", "only CloudEvents 1.0 are taken") }
        if let type = attributes["datacontenttype"], !Self.isJSON(MediaType(type).essence) {
            throw fault("datacontenttype", "the data is JSON")
        }
        eventId = Self.eventId(source: attributes["source"] ?? "", id: attributes["id"] ?? "")
        subject = attributes["subject"]
        if let subject, !EventDecoder.isConversionId(subject) {
            throw fault(
                "subject", "this is a conversionId: 1 to 128 of A-Z a-z 0-9 . _ : -, and neither \".\" nor \"..\"")
        }
        time = try attributes["time"].map { text throws(Problem) in
            guard let time = Timestamp.parse(text), (0...EventDecoder.latestInstant).contains(time) else {
                throw fault("time", "this is an RFC 3339 date-time, not before 1970")
            }
            return time
        }
    }

    private static func isJSON(_ type: String) -> Bool { type == MediaType.json || type.hasSuffix("+json") }

    /// The longest eventId, characters.
    private static let longestId = 256

    /// `source id`, or a hash of both: a source holds no blank, so that nothing else comes to the same.
    private static func eventId(source: String, id: String) -> String {
        let text = "\(source) \(id)"
        if text.count <= longestId, text.utf8.count <= 4 * longestId, !source.contains(where: \.isWhitespace) {
            return text
        }
        return "sha256:" + Hex.encode(SHA256.digest(Array("\(source.utf8.count):\(text)".utf8)))
    }

    /// An event's JSON: the data, and what the event lacks and the CloudEvent says.
    ///
    /// `hasEventId`: whether something else gives the eventId; `place`: where the data stands.
    func event(_ data: JSONValue, hasEventId: Bool, place: String) throws(Problem) -> [UInt8] {
        guard case .object(var members) = data else {
            throw Problem(status: 400, detail: "the data of a CloudEvent is one event, an object", pointer: place)
        }
        func add(_ name: String, _ value: JSONValue) {
            let isThere = members.contains { $0.name == name && !Self.isAbsent($0.value) }
            guard !isThere else { return }
            members.removeAll { $0.name == name }
            members.append(JSONMember(name: name, value: value))
        }
        if let subject { add("conversionId", .string(subject)) }
        if !hasEventId { add("eventId", .string(eventId)) }
        if let time { add("occurredAt", .number(JSONNumber(time))) }
        var writer = JSONWriter(capacity: 512)
        writer.value(.object(members))
        return writer.take()
    }

    private static func isAbsent(_ value: JSONValue) -> Bool {
        switch value {
        case .null: true
        case .string(let text): EventDecoder.isBlank(text)
        default: false
        }
    }
}
