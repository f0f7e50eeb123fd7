public import JSON

/// The `attributes` of a card that is started by push: what the app's `ActivityAttributes` are decoded from.
///
/// They name the activity, as `conversionId` and `subscriberId`; a configuration adds to them or puts its own in
/// their place. `"{conversionId}"` and `"{subscriberId}"` in it, as whole texts, stand for the activity's.
public struct CardAttributes: Equatable, Sendable {
    private let members: [JSONMember]

    /// Attributes with these members besides.
    public init(_ members: [JSONMember] = []) {
        self.members = members
    }

    /// Writes the attributes of an activity's card.
    func write(_ push: Push, to writer: inout JSONWriter) {
        let names = ["conversionId": push.conversionId, "subscriberId": push.subscriberId ?? ""]
        writer.beginObject()
        for (name, value) in names.sorted(by: { $0.key < $1.key }) where !members.contains(where: { $0.name == name }) {
            writer.key(name)
            writer.string(value)
        }
        for member in members {
            writer.key(member.name)
            writer.value(Self.filled(member.value, names))
        }
        writer.endObject()
    }

    private static func filled(_ value: JSONValue, _ names: [String: String]) -> JSONValue {
        switch value {
        case .string(let text) where text.hasPrefix("{") && text.hasSuffix("}"):
            names[String(text.dropFirst().dropLast())].map(JSONValue.string) ?? value
        case .array(let elements): .array(elements.map { filled($0, names) })
        case .object(let members): .object(members.map { JSONMember(name: $0.name, value: filled($0.value, names)) })
        default: value
        }
    }
}
