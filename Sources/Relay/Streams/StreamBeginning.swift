import ActivityResolver
import HTTPServer
import JSON
import Push
import Storage

/// What a reader is told first: what it has missed since the message it had last, as far as the history goes, else the
/// current state; of all that it follows.
struct StreamBeginning {
    /// What it comes to.
    struct Told: Sendable {
        fileprivate(set) var messages: [StreamMessage] = []
        /// Up to which message the reader is told of each activity.
        fileprivate(set) var covered: [String: Int64] = [:]
        /// Whether all it follows is over.
        fileprivate(set) var isLast = false
    }

    private(set) var told = Told()

    private let reading: any StoreReading
    private let lookUp: LookUp
    // The last message that the reader had.
    private let last: Int64?

    /// How many activities a reader is told of first, at most: the latest.
    private static let mostActivities = 200
    /// How many entries of an activity's history are looked at, at most.
    private static let longestSearch = 1000

    /// Reads it for a reader who had the messages up to `last`.
    init(
        of topic: StreamTopic, for subscriberId: String?, after last: Int64?, _ reading: any StoreReading,
        _ lookUp: LookUp
    ) throws {
        self.reading = reading
        self.lookUp = lookUp
        self.last = try last.flatMap { try Self.isAhead($0, of: reading) ? nil : $0 }
        switch topic {
        case .activity(let id): try take(activity: id, for: subscriberId)
        case .subscriber(let id): try take(allOf: id)
        case .all: try take(allOf: nil)
        }
        told.messages.sort { $0.id ?? 0 < $1.id ?? 0 }
    }

    private mutating func take(activity conversionId: String, for subscriberId: String?) throws {
        guard let row = try reading.activity(conversionId) else { return }
        // Another's activity is as good as unknown; and a deleted one is nobody's any more.
        if row.phase == Phase.deleted.rawValue, subscriberId == nil { throw Problem.unknownActivity }
        guard row.phase != Phase.deleted.rawValue, subscriberId == nil || row.subscriberId == subscriberId else {
            return
        }
        try take(row, orCurrent: true)
        told.isLast = !told.messages.isEmpty && Self.isOver(row)
    }

    private mutating func take(allOf subscriberId: String?) throws {
        let rows = try reading.activities(
            subscriberId: subscriberId, phase: nil, limit: Self.mostActivities, after: nil)
        for row in rows {
            do {
                try take(row, orCurrent: !Self.isOver(row))
            } catch is Problem {
                // What this version cannot read holds up no other.
                continue
            }
        }
    }

    private static func isOver(_ row: ActivityRow) -> Bool { Phase(rawValue: row.phase)?.isOver ?? true }

    /// Takes what the reader has missed of an activity. `orCurrent`: the current state too, where it had nothing.
    private mutating func take(_ row: ActivityRow, orCurrent: Bool) throws {
        told.covered[row.conversionId] = row.history
        guard let last, !isOfOtherNumbers(last, row) else {
            if orCurrent { try takeCurrent(row) }
            return
        }
        guard row.history > last else { return }
        if let missed = try missed(of: row, since: last) {
            told.messages += missed
        } else {
            try takeCurrent(row)
        }
    }

    /// Whether it is a number that was given in a store that is no more: a copy from before took its place.
    private static func isAhead(_ last: Int64, of reading: any StoreReading) throws -> Bool {
        try last < leastMark && last > reading.newestHistoryEntry()
    }

    /// Whether a reader's last message was numbered by the clock and the history is by entries, so that it says nothing:
    /// no history has so many entries.
    private func isOfOtherNumbers(_ last: Int64, _ row: ActivityRow) -> Bool {
        last > Self.leastMark && row.history < Self.leastMark
    }

    private static let leastMark: Int64 = 1 << 48

    /// The messages of an activity since that one; nil where the history does not reach back to it.
    private func missed(of row: ActivityRow, since last: Int64) throws -> [StreamMessage]? {
        var missed: [StreamMessage] = []
        var next = row.history
        for _ in 0..<Self.longestSearch {
            guard next > last else { return missed.reversed() }
            guard missed.count <= lookUp.settings.history, let entry = try reading.historyEntry(next) else {
                return nil
            }
            if let message = StreamMessage(entry, of: row.conversionId) { missed.append(message) }
            next = entry.previous
        }
        return nil
    }

    private mutating func takeCurrent(_ row: ActivityRow) throws {
        let state = try lookUp.readable(row)
        let shown = state.activity.contentState(at: lookUp.now, lookUp.settings.rules)
        told.messages.append(
            StreamMessage(row.history, row.conversionId, phase: state.activity.phase.rawValue) {
                $0.contentState(shown)
            })
    }
}
