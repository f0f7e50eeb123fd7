import JSON
import Storage

/// Finds what is known of pushes that arrived: it is kept by batches, and a push's own is one of those after it.
struct ArrivalSearch {
    private let reading: any StoreReading
    // By the ids of their entries, for one batch tells of many pushes.
    private var batches: [Int64: [JSONValue]] = [:]
    private var budget = ArrivalSearch.mostEntries

    /// How many history entries of all activities one search goes through, and how many it does for one push.
    private static let mostEntries: Int64 = 100_000
    private static let mostForOne: Int64 = 10_000

    init(_ reading: any StoreReading) {
        self.reading = reading
    }

    /// The answer to a push of that activity that is recorded in that entry; nil where none is found near.
    mutating func answer(to push: PushView, of conversionId: String, after entry: Int64) throws -> PushAnswer? {
        var id = entry
        let last = entry + min(budget, Self.mostForOne)
        while id < last,
            let batch = try reading.historyEntry(kind: HistoryKind.arrivals.rawValue, after: id, upTo: last)
        {
            budget -= batch.id - id
            id = batch.id
            if let answer = answer(to: push, of: conversionId, in: batch) { return answer }
        }
        budget -= max(0, last - id)
        return nil
    }

    private mutating func answer(
        to push: PushView, of conversionId: String, in batch: HistoryEntry
    ) -> PushAnswer? {
        if batches[batch.id] == nil {
            var reader = JSONReader(batch.body, limits: StateReader.limits)
            batches[batch.id] = (try? reader.readValue())?.arrayValue ?? []
        }
        let found = batches[batch.id]?.first {
            $0["of"]?.stringValue == conversionId && $0["target"]?.stringValue == push.target
                && $0["number"]?.doubleValue == Double(push.number)
        }
        return found.map(PushAnswer.init)
    }
}
