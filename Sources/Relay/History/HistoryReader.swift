import ActivityResolver
import JSON
import Storage

/// Reads an activity's history from the store.
struct HistoryReader {
    let row: ActivityRow
    let state: ActivityState
    let reading: any StoreReading

    /// How many entries it goes back at most.
    private static let longestWalk = 50_000

    /// The last items, oldest first: of each kind no more than so many; of changes and registrations together as many as
    /// of events, unless said.
    func items(
        events: Int, pushes: Int, changes: Int? = nil, withAnswers: Bool = true
    ) throws -> [HistoryItem] {
        let changes = changes ?? events
        var log = HistoryLog(state)
        try walk { entry in
            if isWanted(entry, hasEvents: log.eventCount >= events, hasChanges: log.changeCount >= changes) {
                log.take(entry)
            }
            return log.eventCount < events || log.pushCount < pushes
        }
        let items = Self.last(Self.phased(log.items.reversed()), events, pushes, changes)
        return withAnswers ? try answered(items) : items
    }

    /// The start that ended the activity or took its card away last, as the newest entry that tells of one has it.
    func superseder() throws -> Superseder? {
        var found: Superseder?
        try walk { entry in
            if Self.holds(entry, Self.supersederKey) { found = Self.superseder(entry) }
            return found == nil
        }
        return found
    }

    /// Gives the activity's entries, newest first, as long as more are wanted.
    private func walk(_ wantsMore: (HistoryEntry) -> Bool) throws {
        var next = row.history
        var walked = 0
        while next != 0, walked < Self.longestWalk, let entry = try reading.historyEntry(next), wantsMore(entry) {
            next = entry.previous
            walked += 1
        }
    }

    private static func superseder(_ entry: HistoryEntry) -> Superseder? {
        var reader = JSONReader(entry.body, limits: StateReader.limits)
        guard let body = try? reader.readValue() else { return nil }
        return Superseder(body) ?? body["pushes"]?.arrayValue?.lazy.compactMap { Superseder($0) }.first
    }

    private static let pushesKey = Array(#""pushes":["#.utf8)
    private static let supersederKey = Array(#""byStartedAt":"#.utf8)

    private static func holds(_ entry: HistoryEntry, _ key: [UInt8]) -> Bool {
        entry.body.indices.contains { entry.body[$0...].starts(with: key) }
    }

    /// Whether an entry is of what there is not enough of yet; at a glance, for there may be many.
    private func isWanted(_ entry: HistoryEntry, hasEvents: Bool, hasChanges: Bool) -> Bool {
        if [HistoryKind.change.rawValue, HistoryKind.registration.rawValue].contains(entry.kind) { return !hasChanges }
        guard hasEvents, entry.kind == HistoryKind.event.rawValue else { return true }
        return Self.holds(entry, Self.pushesKey)
    }

    /// With where the activity stood, as its last event or change before said.
    private static func phased(_ items: [HistoryItem]) -> [HistoryItem] {
        var phase: String?
        return items.map { item in
            var item = item
            switch item.content {
            case .event(let event): phase = event.phase ?? phase
            case .change(let change): phase = change.phase ?? phase
            case .push, .registration: break
            }
            item.phase = phase
            return item
        }
    }

    /// The last of items, oldest first.
    private static func last(
        _ items: [HistoryItem], _ events: Int, _ pushes: Int, _ changes: Int
    ) -> [HistoryItem] {
        var left = (events: events, pushes: pushes, changes: changes)
        let kept = items.reversed().filter { item in
            switch item.content {
            case .event:
                left.events -= 1
                return left.events >= 0
            case .push:
                left.pushes -= 1
                return left.pushes >= 0
            case .change, .registration:
                left.changes -= 1
                return left.changes >= 0
            }
        }
        return kept.reversed()
    }

    /// With the answers to pushes that arrived, which are kept elsewhere.
    private func answered(_ items: [HistoryItem]) throws -> [HistoryItem] {
        var search = ArrivalSearch(reading)
        return try items.map { item in
            guard case .push(var push) = item.content, ["ok", "unknown"].contains(push.outcome),
                let answer = try search.answer(to: push, of: row.conversionId, after: item.place.entry)
            else { return item }
            push.answer = answer
            push.outcome = "ok"
            push.detail = nil
            var item = item
            item.content = .push(push)
            return item
        }
    }
}
