import HTTPServer

/// The answers that wait for their time.
struct DelayedAnswers {
    /// An answer and where it goes.
    struct Entry {
        /// When it is due, nanoseconds.
        var due: Int64
        /// Its connection.
        var ticket: Ticket
        /// Its stream.
        var stream: Int32
        /// The answer.
        var answer: Answer
    }

    /// The first that is due stands last.
    private var entries: [Entry] = []

    init() {}

    /// When the first is due; nil where none waits.
    var nextDue: Int64? { entries.last?.due }

    /// Adds one.
    mutating func add(_ entry: Entry) {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].due > entry.due { low = middle + 1 } else { high = middle }
        }
        entries.insert(entry, at: low)
    }

    /// Takes out the first that is due at `now`.
    mutating func popDue(at now: Int64) -> Entry? {
        guard let last = entries.last, last.due <= now else { return nil }
        return entries.removeLast()
    }
}
