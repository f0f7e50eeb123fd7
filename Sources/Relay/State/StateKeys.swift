import JSON

/// The names in a stored state. They are read by later versions: a name is never given another meaning.
///
/// `canonicalExtra` is passed over: it held what is worked out from `extra`.
enum StateKeys {
    enum Top: Int, CaseIterable {
        case conversionId, subscriberId, attempt, byEndOnly, run, ending, cadence, deliveries, registered, retired
        case startsDue, startAlert, muted
    }
    enum Run: Int, CaseIterable {
        case startedAt, told, restart, raw, lastTold, floor, rank, elapsed, runningSince, total, backendRank,
            backendStatus, words
        case eta, etaToldAt, fixedEnd, trackTitle, subtitle, subtitleOverflow, accentColor, extra, canonicalExtra,
            relevanceScore
        case timer, timerToldAt, staleAt, queuePosition, pausedAt, pausedTotal, boundary, boundaryFiredAt, overflowTold
        case fields, sequence, occurredAt, lastEventAt
    }
    enum Words: Int, CaseIterable { case text, rank, source }
    enum Ending: Int, CaseIterable { case phase, at, dismissalDate, contentState, relevanceScore }
    enum Cadence: Int, CaseIterable { case last, progress, urgent, waiting, urgentSteps }
    enum Waiting: Int, CaseIterable { case at, reason, urgent, boundary, alert }
    enum Delivery: Int, CaseIterable {
        case target, kind, sender, number, live, waits, pushed, staleAt, sending, owed, retryAt, failures
        case token, environment, registeredAt, knowsEnd, held, timestamp, attributesType, device, spent, shared
    }
    enum Retired: Int, CaseIterable {
        case target, sender, token, reason, number, knowsEnd, alert, timestamp, device, started
    }
    enum Owed: Int, CaseIterable { case event, priority, reason, alert, at, demoted }
    enum Content: Int, CaseIterable {
        case status, displayStatus, progress, estimatedCompletionDate, trackTitle, queuePosition, staleAt, timer
        case subtitle, subtitleOverflow, accentColor, extra, canonicalExtra
    }

    static let top = table(Top.self)
    static let run = table(Run.self)
    static let words = table(Words.self)
    static let ending = table(Ending.self)
    static let cadence = table(Cadence.self)
    static let waiting = table(Waiting.self)
    static let delivery = table(Delivery.self)
    static let retired = table(Retired.self)
    static let owed = table(Owed.self)
    static let content = table(Content.self)

    private static func table<Key: CaseIterable>(_: Key.Type) -> JSONKeyTable {
        JSONKeyTable(Key.allCases.map { "\($0)" })
    }
}
