import ActivityResolver
import JSON
import Storage

extension VirtualRelay {
    /// Takes activities in as they were.
    func load(_ states: [ActivityState]) throws {
        try store.transaction { transaction in
            for state in states {
                var row = ActivityRow(conversionId: state.activity.conversionId)
                row.fill(from: state, engine.rules, owner: engine.settings.owner)
                try transaction.put(&row)
            }
        }
    }

    /// All activities as they are, oldest first.
    func states() throws -> [ActivityState] {
        let rows = try store.read { reading in
            try reading.activities(subscriberId: nil, phase: nil, limit: .max, after: nil)
        }
        return try rows.sorted { $0.number < $1.number }.map { try StateReader(engine.rules).read($0.state) }
    }
}
