import ActivityResolver
import JSON

/// The body of `POST /v1/activities/{conversionId}/end`: `{"phase":"completed"|"failed"|"cancelled"}`.
enum EndRequest {
    private static let table = JSONKeyTable(["phase"])

    /// The type of event that the body asks for; `cancel` where it is empty.
    static func type(_ body: [UInt8]) throws(Problem) -> EventType {
        if body.isEmpty { return .cancel }
        do {
            return try read(body)
        } catch {
            throw Problem(error)
        }
    }

    private static func read(_ body: [UInt8]) throws(JSONError) -> EventType {
        var reader = JSONReader(body)
        var type = EventType.cancel
        var seen: UInt64 = 0
        try reader.beginObject()
        while try reader.nextKey(table, seen: &seen) != nil {
            let phase = try reader.readString()
            guard let ending = EventType.allCases.first(where: { $0.ending?.rawValue == phase }) else {
                throw reader.fault("phase must be completed, failed or cancelled")
            }
            type = ending
        }
        try reader.finish()
        return type
    }
}
