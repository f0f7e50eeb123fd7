/// When rows are due, in order: what an index would say, kept in memory.
///
/// `due` moves with nearly every event, and an index on disk costs more for it than the row itself.
struct DueOrder<Key: Hashable & Comparable> {
    private var heap = DueHeap<Key>()
    private var current: [Key: Double] = [:]

    /// Nothing is due.
    init() {}

    /// Takes in the rows that are due, each once.
    init(_ rows: [(key: Key, due: Double)]) {
        current.reserveCapacity(rows.count)
        for row in rows { current[row.key] = row.due }
        refill()
    }

    /// When the row of that key is due, Unix seconds; nil if it is not.
    func due(of key: Key) -> Double? { current[key] }

    /// Says when the row of that key is due from now on; nil if it is not.
    mutating func set(_ due: Double?, of key: Key) {
        guard current[key] != due else { return }
        current[key] = due
        guard let due else { return }
        heap.insert(DueHeap.Entry(due: due, key: key))
        // At most half of the entries may be void, so that memory follows the rows and not their changes.
        if heap.count > 2 * current.count + Self.slack { refill() }
    }

    /// Void entries that are not worth a refill.
    private static var slack: Int { 1024 }

    private mutating func refill() {
        heap.replaceAll(with: current.map { DueHeap.Entry(due: $0.value, key: $0.key) })
    }

    /// The earliest due of all, Unix seconds.
    mutating func earliest() -> Double? {
        earliestEntry()?.due
    }

    /// The keys of rows with `due` at or before `now`, by `due`, then key, at most `limit`; they stay due.
    mutating func keys(by now: Double, limit: Int) -> [Key] {
        var found: [DueHeap<Key>.Entry] = []
        while found.count < limit, let entry = earliestEntry(), entry.due <= now {
            _ = heap.removeFirst()
            // The same entry may be there twice, if a row was given the same due again; the two come up together.
            if found.last != entry { found.append(entry) }
        }
        for entry in found { heap.insert(entry) }
        return found.map(\.key)
    }

    /// The first entry that holds; those before it that do not are dropped.
    private mutating func earliestEntry() -> DueHeap<Key>.Entry? {
        while let entry = heap.first {
            if current[entry.key] == entry.due { return entry }
            _ = heap.removeFirst()
        }
        return nil
    }
}
