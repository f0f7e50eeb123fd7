import ActivityResolver

@testable import Relay

/// An event as its JSON members, so that one can be taken away, and as it is read.
struct ToldEvent {
    /// A member's name and its JSON text.
    typealias Member = (name: String, json: String)

    let members: [Member]
    let event: Event

    /// Throws where the members are no event that is taken.
    init(_ members: [Member]) throws {
        self.members = members
        event = try EventDecoder().decode(Array(Self.json(members).utf8))
    }

    var json: String { Self.json(members) }

    private static func json(_ members: [Member]) -> String {
        "{" + members.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
    }

    /// What it tells for a card to show or to ring with, and that no other event of a history tells.
    var texts: [String] { Self.texts(of: event.fields, event.alert) + (event.boundary.value.map(Self.texts) ?? []) }

    private static func texts(of boundary: Boundary) -> [String] { texts(of: boundary.fields, boundary.alert) }

    private static func texts(of fields: ContentFields, _ alert: Alert?) -> [String] {
        let told = [
            fields.displayStatus.value, fields.trackTitle.value, fields.subtitle.value, fields.subtitleOverflow.value,
            fields.extra.value?.text, alert?.title,
        ]
        return told.compactMap { $0 }
    }
}
