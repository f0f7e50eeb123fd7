import ActivityResolver
import Storage

/// The query of `GET /v1/activities`.
struct ListQuery {
    var subscriberId: String?
    var phase: String?
    var limit = 50
    var after: (startedAt: Double, number: Int64)?

    /// The most activities of a page.
    static let mostActivities = 500

    init(_ query: String) throws(Problem) {
        for (name, value) in try QueryItems.read(query) { try take(name, value) }
    }

    private mutating func take(_ name: String, _ value: String) throws(Problem) {
        switch name {
        case "subscriberId": subscriberId = try Self.subscriberId(value)
        case "phase":
            guard Phase(rawValue: value) != nil else {
                let known = Phase.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(status: 400, detail: "phase is one of \(known)")
            }
            phase = value
        case "limit":
            guard let limit = Int(value), (1...Self.mostActivities).contains(limit) else {
                throw Problem(status: 400, detail: "limit is 1 to \(Self.mostActivities)")
            }
            self.limit = limit
        case "cursor": after = try Self.place(value)
        case AnswerFormat.parameter: break
        default: throw .unknownParameter(name)
        }
    }

    /// Whose; throws where nobody can be named so.
    static func subscriberId(_ value: String) throws(Problem) -> String {
        guard TokenRequest.isSubscriberId(value) else {
            throw Problem(status: 400, detail: "a subscriberId has 1 to 256 characters, and not blanks alone")
        }
        return value
    }

    /// A cursor: the last row of a page, as a client hands it back.
    static func cursor(after row: ActivityRow) -> String {
        cursor(startedAt: row.startedAt, number: row.number)
    }

    private static func cursor(startedAt: Double, number: Int64) -> String {
        String(startedAt.bitPattern, radix: 36) + "." + String(number, radix: 36)
    }

    private static func place(_ cursor: String) throws(Problem) -> (startedAt: Double, number: Int64) {
        let parts = cursor.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let bits = UInt64(parts[0], radix: 36), let number = Int64(parts[1], radix: 36),
            !Double(bitPattern: bits).isNaN, number > 0,
            Self.cursor(startedAt: Double(bitPattern: bits), number: number) == cursor
        else { throw Problem(status: 400, detail: "this is no cursor of a list") }
        return (Double(bitPattern: bits), number)
    }
}
