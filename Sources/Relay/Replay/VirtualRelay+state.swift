import ActivityResolver
import Storage

extension VirtualRelay {
    /// Takes activities in as they were, in this order.
    func load(_ activities: [ResolveState]) throws {
        try engine.store.transaction { transaction in
            for activity in activities {
                var row = ActivityRow(conversionId: activity.state.activity.conversionId)
                row.fill(from: activity.state, engine.rules, owner: engine.settings.owner)
                row.seenCount = Int64(activity.seen.count)
                try transaction.put(&row)
                for (index, hash) in activity.seen.enumerated() {
                    try transaction.remember(
                        hash, activity: row.number, count: Int64(index) + 1, keep: Int64(engine.settings.eventIds))
                }
                engine.cache.keep(Record(row: row, state: activity.state))
            }
        }
    }

    /// All activities as they are, oldest first.
    func activities() throws -> [ResolveState] {
        let records = engine.cache.all.filter(\.isKnown).sorted { $0.row.number < $1.row.number }
        return try engine.store.read { reading in
            try records.map { ResolveState(state: $0.state, seen: try reading.seen(activity: $0.row.number)) }
        }
    }
}
