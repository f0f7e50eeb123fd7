/// The query of `GET /v1/activities/{conversionId}/history`, but for its format.
struct HistoryQuery {
    /// How many entries a page has at most.
    var limit = 200
    /// The last entry of the page before.
    var after: HistoryItem.Place?
    /// Whether a page was asked for at all.
    private(set) var isPaged = false

    /// The most entries of a page.
    static let mostEntries = 1000

    init(_ query: String) throws(Problem) {
        for (name, value) in try QueryItems.read(query) { try take(name, value) }
    }

    private mutating func take(_ name: String, _ value: String) throws(Problem) {
        switch name {
        case AnswerFormat.parameter: return
        case "limit":
            guard let limit = Int(value), (1...Self.mostEntries).contains(limit) else {
                throw Problem(status: 400, detail: "limit is 1 to \(Self.mostEntries)")
            }
            self.limit = limit
        case "cursor": after = try Self.place(value)
        default: throw .unknownParameter(name)
        }
        isPaged = true
    }

    /// A cursor: the last item of a page, as a client hands it back; in another shape than the list's, so that neither
    /// passes for the other.
    static func cursor(after place: HistoryItem.Place) -> String {
        String(place.entry, radix: 36) + "-" + String(place.index, radix: 36)
    }

    private static func place(_ cursor: String) throws(Problem) -> HistoryItem.Place {
        let parts = cursor.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let entry = Int64(parts[0], radix: 36), let index = Int(parts[1], radix: 36),
            entry > 0, index >= 0
        else { throw Problem(status: 400, detail: "this is no cursor of a history") }
        return HistoryItem.Place(entry: entry, index: index)
    }
}
