import ActivityResolver
import Push
import Storage

/// The activities of which one push is under way and nothing else is to be told or tried, by name: what is needed to
/// learn that it arrived, without reading their rows again.
///
/// Right as long as every activity that is written is noted, and nobody else writes the store.
struct UnderWay {
    private struct Entry {
        var row: Int64
        var target: String
        var number: Int
    }

    private var entries: [String: Entry] = [:]

    /// Notes an activity as it is now stored.
    mutating func note(_ row: ActivityRow, _ state: ActivityState) {
        let push = state.onlyUnderWay
        if push == nil && entries.isEmpty { return }
        entries[row.conversionId] = push.map { Entry(row: row.number, target: $0.target, number: $0.number) }
    }

    /// Forgets an activity.
    mutating func forget(_ record: Record) {
        entries[record.row.conversionId] = nil
    }

    /// The number of the row that has nothing left to wait for once this push has arrived; nil where that is not known.
    mutating func arrived(_ push: Push) -> Int64? {
        guard let entry = entries[push.conversionId], entry.number == push.number, entry.target == push.planned.target
        else { return nil }
        entries[push.conversionId] = nil
        return entry.row
    }

    /// Forgets all.
    mutating func forgetAll() {
        entries = [:]
    }
}
