import ActivityResolver
import Storage

extension VirtualRelay {
    /// Takes activities in as they were, in this order.
    func load(_ states: [ActivityState]) throws {
        try engine.store.transaction { transaction in
            for state in states {
                var row = ActivityRow(conversionId: state.activity.conversionId)
                row.fill(from: state, engine.rules, owner: engine.settings.owner)
                try transaction.put(&row)
                engine.cache.keep(Record(row: row, state: state))
            }
        }
    }

    /// All activities as they are, oldest first.
    var states: [ActivityState] {
        engine.cache.all.filter(\.isKnown).sorted { $0.row.number < $1.row.number }.map(\.state)
    }
}
