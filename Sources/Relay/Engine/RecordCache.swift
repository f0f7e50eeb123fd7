import Storage

/// The records of the latest transactions, so that what comes again soon need not be read again.
///
/// Right as long as nobody else writes the store. Two generations: when the younger is full, the older is forgotten,
/// but never within a transaction.
final class RecordCache {
    private let limit: Int
    /// What is known of activities though they are not here any more.
    var underWay = UnderWay()
    private var lastMark: Int64 = 0
    private var young: [String: Record] = [:]
    private var old: [String: Record] = [:]

    /// A cache of at least `limit` records once so many have come, and of not many more than twice as many; of 0: none.
    init(limit: Int) {
        self.limit = limit
    }

    /// The number of a change that no history entry gives one: microseconds of the clock, each higher than the last.
    func nextMark(at now: Double) -> Int64 {
        lastMark = max(lastMark + 1, Int64(max(0, min(now, 1e9 * 9)) * 1e6))
        return lastMark
    }

    /// Whether an activity's record is here.
    func has(_ conversionId: String) -> Bool { young[conversionId] != nil || old[conversionId] != nil }

    /// The record of that conversionId, if it is here.
    func record(_ conversionId: String) -> Record? {
        if let record = young[conversionId] { return record }
        guard let record = old[conversionId] else { return nil }
        young[conversionId] = record
        return record
    }

    /// Keeps a record.
    func keep(_ record: Record) {
        young[record.row.conversionId] = record
    }

    /// Forgets one record.
    func forget(_ record: Record) {
        young[record.row.conversionId] = nil
        old[record.row.conversionId] = nil
    }

    /// After a transaction: the older generation goes if the younger is full.
    func settle() {
        guard young.count >= limit else { return }
        old = limit > 0 ? young : [:]
        young = [:]
    }

    /// Forgets all: a transaction failed, and what records say of it is not so.
    func forgetAll() {
        young = [:]
        old = [:]
        underWay.forgetAll()
    }

    /// All records of it.
    var all: [Record] { Array(old.merging(young) { $1 }.values) }
}
