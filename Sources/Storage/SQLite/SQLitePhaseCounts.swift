/// How many activities are in each phase, kept up as they change: counting them anew would look at an index of all.
///
/// The changes of a transaction are gathered and written with it, a row or two.
final class SQLitePhaseCounts {
    private var changes: [String: Int64] = [:]
    private let addition: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StoreError) {
        addition = try connection.prepare(
            """
            INSERT INTO phases (phase, activities) VALUES (?1, ?2)
            ON CONFLICT (phase) DO UPDATE SET activities = activities + ?2
            """)
    }

    /// Notes that an activity went from one phase to another, nil where it came to be or is gone.
    func move(from before: String?, to after: String?) {
        guard before != after else { return }
        if let before { changes[before, default: 0] -= 1 }
        if let after { changes[after, default: 0] += 1 }
    }

    /// The stored counts with the changes not yet written.
    func applied(to stored: [String: Int]) -> [String: Int] {
        changes.reduce(into: stored) { counts, change in
            let count = counts[change.key, default: 0] + Int(change.value)
            counts[change.key] = count > 0 ? count : nil
        }
    }

    /// Writes the changes; part of the transaction that made them.
    func save() throws(StoreError) {
        for (phase, change) in changes where change != 0 {
            try addition.bind(1, phase)
            try addition.bind(2, change)
            try addition.run()
        }
    }

    /// Forgets the changes: they are written, or undone.
    func clear() {
        changes.removeAll(keepingCapacity: true)
    }
}
