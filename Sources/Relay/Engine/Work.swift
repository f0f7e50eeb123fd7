import ActivityResolver
import Crypto
import JSON
import Push
import Storage

/// One transaction's work of the engine: commands and timers, carried out on the rows in hand.
final class Work {
    let set: WorkingSet
    let rules: Rules
    let settings: EngineSettings
    let breakers: Breakers
    let now: Double
    /// Whether anybody follows activities.
    let tellsChanges: Bool
    var batch = Engine.Batch()

    init(
        _ set: WorkingSet, _ rules: Rules, _ settings: EngineSettings, _ breakers: Breakers, now: Double,
        tellsChanges: Bool = false
    ) {
        self.tellsChanges = tellsChanges
        self.set = set
        self.rules = rules
        self.settings = settings
        self.breakers = breakers
        self.now = now
    }

    /// Carries out one command.
    func carryOut(_ command: Command) throws -> Reply {
        switch command {
        case .events(let items): return .answers(try items.map(take))
        case .end(let id, let type): return .answers([try end(id, type)])
        case .delete(let id): return .deleted(try delete(id))
        case .register(let request): return .registered(try register(request))
        case .unregister(let id, let subscriberId): return .unregistered(try unregister(id, of: subscriberId))
        case .outcomes(let results):
            for result in results { try learn(result) }
            try noteArrivals(results)
            return .none
        }
    }

    // MARK: Events

    private func take(_ item: IntakeItem) throws -> Result<Answer, Problem> {
        switch item.event {
        case .success(let event): return try take(event, raw: item.raw, eventId: item.eventId)
        case .failure(let problem):
            if let id = item.conversionId { note(refusal: problem, raw: item.raw, try set.record(id)) }
            return .failure(problem)
        }
    }

    private func take(_ event: Event, raw: ArraySlice<UInt8>, eventId: String? = nil) throws -> Result<Answer, Problem>
    {
        let record = try upToDate(event.conversionId)
        if let fault = record.fault { return .failure(.unreadable(fault)) }
        let hash = event.eventId.map(Self.hash)
        let isSeen = try hash.map { try set.wasSeen($0, record) } ?? false
        let admission =
            record.isKnown
            ? record.state.activity.admission(of: event, isSeen: isSeen, at: now, rules) : .begins
        if admission == .foreignSubscriber {
            note(refusal: .foreignSubscriber, raw: raw, record)
            return .failure(.foreignSubscriber)
        }
        set.touch(record)
        let first = record.entries.count
        let answer = try apply(event, admission, record)
        if let hash, !isSeen { record.seen.append(hash) }
        // Again: a look for the subscriber's others may have written it meanwhile.
        set.touch(record)
        note(
            EventNote(answer: answer, raw: raw, eventId: eventId, isLate: admission == .late), record,
            from: record.entries.count < first ? 0 : first)
        return .success(answer)
    }

    /// The record of an activity after all that time brought up to now, which comes before an event of now (X4).
    func upToDate(_ conversionId: String) throws -> Record {
        let record = try set.record(conversionId)
        guard record.isKnown, let due = record.row.due, due <= now + Tolerance.seconds else { return record }
        try fireTimers(record)
        guard record.isRemoved else { return record }
        try set.flush()
        return try set.record(conversionId)
    }

    private static func hash(_ eventId: String) -> EventIdHash {
        let prefix = SHA256.prefix128(eventId)
        return EventIdHash(high: prefix.high, low: prefix.low)
    }

    private func apply(_ event: Event, _ admission: Admission, _ record: Record) throws -> Answer {
        switch admission {
        case .begins: return try begin(event, record)
        case .restarts: return try restart(event, record)
        case .late, .inTurn: return try goOn(event, isLate: admission == .late, record)
        case .ignored(let phase): return answer(.ignored, phase, record)
        case .duplicate, .foreignSubscriber: return answer(.duplicate, nil, record)
        }
    }

    private func begin(_ event: Event, _ record: Record) throws -> Answer {
        var event = event
        let registrations = try waitingRegistrations(event.conversionId)
        if event.subscriberId == nil { event.subscriberId = registrations.first?.subscriberId }
        let (activity, effect) = Activity.begin(with: event, at: now, rules)
        record.state = ActivityState(activity: activity, deliveries: [], outlets: [])
        record.isKnown = true
        try findTargets(for: record, registrations)
        scheduleStarts(record)
        keepStartAlert(effect, record)
        return try start(effect, record)
    }

    private func restart(_ event: Event, _ record: Record) throws -> Answer {
        let effect = record.state.activity.restart(with: event, at: now, rules)
        leaving(record) { record.state.forgetRunBefore() }
        // Whoever wanted no more of the run before may want this one.
        if !record.state.wasRegistered, !record.state.deliveries.contains(where: { $0.kind != .starts }) {
            addDefaultTarget(to: record)
        }
        scheduleStarts(record)
        keepStartAlert(effect, record)
        return try start(effect, record)
    }

    /// The first event of a run: it may be over as it comes (S5), and others make way for it (S2).
    private func start(_ effect: Activity.Effect, _ record: Record) throws -> Answer {
        // A run of which only the end is known takes no other's place.
        if record.state.activity.isKnownByEndOnly { return finish(effect, [], record) }
        if record.state.activity.isTooOld(at: now, rules.policy) {
            return finish(record, []) { $0.expire(to: &$1, at: now, rules) }
        }
        return try giveWay(effect, record)
    }

    private func goOn(_ event: Event, isLate: Bool, _ record: Record) throws -> Answer {
        let knewSubscriber = record.state.activity.subscriberId != nil
        let effect = record.state.activity.take(event, isLate: isLate, at: now, rules)
        keepStartAlert(effect, record)
        if !knewSubscriber, record.state.activity.subscriberId != nil, case .news = effect {
            scheduleStarts(record)
            return try giveWay(effect, record)
        }
        return finish(effect, [], record)
    }

    /// Others make way, or the activity itself is superseded as its subscriber becomes known (S2).
    private func giveWay(_ effect: Activity.Effect, _ record: Record) throws -> Answer {
        if case .news = effect, let superseder = try laterStart(than: record) {
            var answer = superseding(record, by: superseder) {
                finish(record, []) { $0.supersede(to: &$1, at: now, rules) }
            }
            answer.superseder = superseder
            return answer
        }
        return finish(effect, try makeWay(for: record), record)
    }

    /// Gives an activity whose subscriber was taught by a registration its place among the subscriber's others (S2).
    func takePlace(_ record: Record) throws {
        if let superseder = try laterStart(than: record) {
            supersede(record, by: superseder)
        } else {
            _ = try makeWay(for: record)
        }
    }

    private func supersede(_ record: Record, by superseder: Superseder) {
        let first = record.entries.count
        superseding(record, by: superseder) {
            change(record) { $0.supersede(to: &$1, at: now, rules) }
            tellChange(of: record, .superseded, from: first)
        }
    }

    /// Its subscriber's activity with the latest start, if that is later than its own.
    private func laterStart(than record: Record) throws -> Superseder? {
        guard rules.policy.supersede, let subscriberId = record.state.activity.subscriberId else { return nil }
        let latest = try set.latestStart(subscriberId: subscriberId, besides: record.row.conversionId)
        let startedAt = record.state.activity.run.startedAt
        guard let latest, Supersession.isSupersededAtBirth(startedAt: startedAt, latestOther: latest) else {
            return nil
        }
        let others = try set.shown(subscriberId: subscriberId, besides: record.row.conversionId, at: now)
        let later = others.last { $0.isKnown && $0.state.activity.precedes == latest }
        return Superseder(conversionId: later?.row.conversionId, startedAt: latest)
    }

    /// What is pushed meanwhile is recorded as that start's doing.
    private func superseding<Result>(_ record: Record, by superseder: Superseder, _ body: () -> Result) -> Result {
        record.superseder = superseder
        defer { record.superseder = nil }
        return body()
    }

    /// Ends the subscriber's older activities and takes finished cards away, in order of creation (S2).
    private func makeWay(for record: Record) throws -> [String] {
        guard rules.policy.supersede, let subscriberId = record.state.activity.subscriberId else { return [] }
        let startedAt = record.state.activity.run.startedAt
        var ended: [String] = []
        let others = try set.shown(
            subscriberId: subscriberId, besides: record.row.conversionId, startedBy: startedAt, at: now)
        for other in others where other.isKnown {
            // What time brought it up to now comes first (X4).
            if let due = other.row.due, due <= now + Tolerance.seconds { try fireTimers(other) }
            guard other.isKnown else { continue }
            let superseder = Superseder(conversionId: record.row.conversionId, startedAt: startedAt)
            switch Supersession.fate(of: other.state.activity, whenStartedAt: startedAt, now: now) {
            case .stays: continue
            case .superseded:
                supersede(other, by: superseder)
                ended.append(other.row.conversionId)
            case .dismissed:
                superseding(other, by: superseder) {
                    _ = change(other) { $0.dismiss(to: &$1, at: now, rules) }
                }
            }
        }
        return ended
    }

    private func finish(_ effect: Activity.Effect, _ ended: [String], _ record: Record) -> Answer {
        finish(record, ended) { activity, deliveries in
            switch effect {
            case .news(let change): activity.plan(change, for: &deliveries, at: now, rules)
            case .ends(let terminal, let displayStatus, let alert):
                activity.end(terminal, displayStatus: displayStatus, alert: alert, to: &deliveries, at: now, rules)
            }
        }
    }

    private func finish(
        _ record: Record, _ ended: [String], _ step: (inout Activity, inout [Delivery]) -> [PlannedPush]
    ) -> Answer {
        let sent = change(record, step)
        var answer = answer(.accepted, nil, record)
        answer.ended = ended
        answer.pushes = record.state.decisions(sent, at: now, rules)
        return answer
    }

    private func answer(_ outcome: Answer.Outcome, _ reason: Phase?, _ record: Record) -> Answer {
        Answer(
            outcome: outcome, reason: reason, conversionId: record.row.conversionId,
            phase: record.state.activity.phase, contentState: record.state.activity.contentState(at: now, rules))
    }

    // MARK: End and delete

    private func end(_ id: String, _ type: EventType) throws -> Result<Answer, Problem> {
        let record = try set.record(id)
        if let fault = record.fault { return .failure(.unreadable(fault)) }
        guard let phase = record.phase, phase != .deleted else { return .failure(.unknownActivity) }
        var writer = JSONWriter(capacity: 128)
        writer.beginObject()
        writer.member("conversionId", id)
        writer.member("type", type.rawValue)
        writer.endObject()
        return try take(Event(conversionId: id, type: type), raw: writer.take()[...])
    }

    private func delete(_ id: String) throws -> Result<Void, Problem> {
        let record = try upToDate(id)
        if record.fault != nil {
            // What cannot be read cannot be ended either, but it can go.
            record.isRemoved = true
            set.touch(record)
            return .success(())
        }
        guard let phase = record.phase, phase != .deleted else { return .failure(.unknownActivity) }
        let name = record.row.subscriberId
        let wasLive = !phase.isOver
        change(record, subscriberId: name) { $0.delete(to: &$1, at: now, rules) }
        tellForgotten(record, wasLive: wasLive, of: name)
        if record.state.isSettled { record.state.forgetContent(rules) }
        try set.removeRegistrations(id)
        // Its history goes out of reach with it.
        record.row.history = 0
        record.entries.removeAll()
        return .success(())
    }
}
