/// What of a row differs from what is stored, as far as an index holds it: an update names only these columns, for each
/// index that holds a named column is written anew even where the value stays.
struct RowChange: OptionSet, Hashable {
    let rawValue: UInt8

    static let phase = RowChange(rawValue: 1)
    static let due = RowChange(rawValue: 2)
    static let identity = RowChange(rawValue: 4)

    /// How many different changes there are.
    static let count = 8

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// What must be written to make `before` into `after`.
    init(from before: ActivityRow, to after: ActivityRow) {
        self = []
        if before.phase != after.phase { insert(.phase) }
        if before.due != after.due { insert(.due) }
        let hasSameIdentity =
            before.startedAt == after.startedAt && before.precedes == after.precedes
            && before.shownUntil == after.shownUntil && before.conversionId == after.conversionId
            && before.subscriberId == after.subscriberId
        if !hasSameIdentity { insert(.identity) }
    }

    /// The statement that writes this change: `?1` to `?4` are number, history, seenCount and state.
    var sql: String {
        var columns = ["history = ?2", "seen_count = ?3", "state = ?4"]
        if contains(.phase) { columns.append("phase = ?5") }
        if contains(.due) { columns.append("due = ?6") }
        if contains(.identity) {
            columns += ["conversion_id = ?7", "subscriber_id = ?8", "started_at = ?9", "precedes = ?10"]
            columns.append("shown_until = ?11")
        }
        return "UPDATE activities SET \(columns.joined(separator: ", ")) WHERE number = ?1"
    }
}
