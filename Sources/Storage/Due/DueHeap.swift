/// The due rows, earliest first, then lowest key. Entries that no longer hold stay until they come up.
struct DueHeap<Key: Comparable> {
    /// When a row is due.
    struct Entry: Equatable {
        var due: Double
        var key: Key

        static func < (left: Entry, right: Entry) -> Bool {
            left.due < right.due || (left.due == right.due && left.key < right.key)
        }
    }

    /// Children of a node; four make the heap half as deep as two, with each step's entries side by side.
    private static var arity: Int { 4 }

    private var entries: [Entry] = []

    /// How many entries there are, those that no longer hold included.
    var count: Int { entries.count }

    /// The earliest entry.
    var first: Entry? { entries.first }

    /// Replaces all entries.
    mutating func replaceAll(with newEntries: [Entry]) {
        // A sorted array is a heap of any arity.
        entries = newEntries.sorted { $0 < $1 }
    }

    /// Adds an entry.
    mutating func insert(_ entry: Entry) {
        entries.append(entry)
        var index = entries.count - 1
        while index > 0 {
            let parent = (index - 1) / Self.arity
            guard entry < entries[parent] else { break }
            entries[index] = entries[parent]
            index = parent
        }
        entries[index] = entry
    }

    /// Takes the earliest entry out.
    mutating func removeFirst() -> Entry? {
        guard let last = entries.popLast() else { return nil }
        guard let first = entries.first else { return last }
        sink(last)
        return first
    }

    /// Puts `entry` in place of the first one and lets it sink to where it belongs.
    private mutating func sink(_ entry: Entry) {
        var index = 0
        while let child = earliestChild(of: index), entries[child] < entry {
            entries[index] = entries[child]
            index = child
        }
        entries[index] = entry
    }

    private func earliestChild(of index: Int) -> Int? {
        let start = index * Self.arity + 1
        guard start < entries.count else { return nil }
        var earliest = start
        for child in (start + 1)..<max(start + 1, min(start + Self.arity, entries.count))
        where entries[child] < entries[earliest] {
            earliest = child
        }
        return earliest
    }
}
