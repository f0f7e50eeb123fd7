import JSON

/// The names that an event's JSON object may have; the case is the index in the key table.
enum EventField: Int, CaseIterable {
    case conversionId, subscriberId, eventId, type, occurredAt, sequence, attempt, startedAt, progress
    case boundary, alert
    case status, displayStatus, estimatedCompletionDate, fixedEnd, trackTitle, subtitle, subtitleOverflow
    case queuePosition, timer, accentColor, staleAt, relevanceScore, extra

    static let table = JSONKeyTable(allCases.map { "\($0)" })

    /// The content fields: what a boundary may hold, and what null clears.
    static let content = JSONKeyTable(contentFields.map { "\($0)" })
    static let contentFields = allCases.filter { $0.rawValue >= EventField.status.rawValue }
}
