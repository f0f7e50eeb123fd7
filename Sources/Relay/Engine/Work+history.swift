import ActivityResolver
import JSON
import Push
import Storage
import Telemetry

extension Work {
    /// A refused event longer than this is recorded without its text, and another without its blanks, bytes.
    private static let longestRaw = 16 * 1024

    /// Records an event: as it came, and what it resolved to, which its pushes show if it led to any at once.
    ///
    /// `first` is the first of the record's entries that are of this event.
    func note(_ note: EventNote, _ record: Record, from first: Int) {
        let answer = note.answer
        var pushes = record.entries[min(first, record.entries.count)...]
        if pushes.allSatisfy({ $0.kind == HistoryKind.push.rawValue }) {
            record.entries.removeLast(pushes.count)
        } else {
            pushes = []
        }
        append(.event, record) { writer in
            writer.event(note.raw.count <= Self.longestRaw ? note.raw : Self.withoutBlanks(note.raw))
            writer.member("eventId", note.eventId)
            writer.member("outcome", answer.outcome.rawValue)
            writer.member("reason", answer.reason?.rawValue)
            writer.member("phase", answer.phase.rawValue)
            writer.by(answer.superseder)
            if note.isLate { writer.member("late", true) }
            if let source = progressSource(record) { writer.member("ring", source.rawValue) }
            writer.decisions(answer.pushes)
            if pushes.isEmpty {
                writer.key("contentState")
                writer.contentState(answer.contentState)
            } else {
                writer.key("pushes")
                writer.beginArray()
                for push in pushes { writer.raw(push.body) }
                writer.endArray()
            }
        }
        tell(answer, record)
    }

    /// What the ring comes from, where it is not what the backend last said.
    private func progressSource(_ record: Record) -> ProgressSource? {
        guard record.state.activity.ending == nil, record.state.activity.run.queuePosition == nil else { return nil }
        let source = record.state.activity.run.progressSource(at: now, rules.policy)
        return source == .time || source == .floor ? source : nil
    }

    private static func withoutBlanks(_ raw: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var reader = JSONReader(Array(raw), limits: JSONLimits(textBytes: raw.count))
        guard let value = try? reader.readValue() else { return [] }
        var writer = JSONWriter(capacity: longestRaw)
        writer.value(value)
        return writer.take()[...]
    }

    /// Records an event that was refused, if its activity is known; one that is no JSON as a text.
    func note(refusal: Problem, raw: ArraySlice<UInt8>, _ record: Record) {
        append(.event, record) { writer in
            let isKept = raw.count <= Self.longestRaw
            if isKept && JSONText.isValue(Array(raw)) {
                writer.event(raw)
            } else if isKept {
                writer.member("text", String(decoding: raw, as: UTF8.self))
            }
            writer.member("outcome", "refused")
            writer.member("detail", refusal.detail)
            writer.member("pointer", refusal.pointer)
        }
    }

    /// Records a push that is handed over, which of the target's tries in a row it is, and who brought it about.
    func note(_ push: Push, try attempt: Int, _ record: Record) {
        append(.push, record) { writer in
            writer.member("number", push.number)
            writer.member("sender", push.sender)
            if attempt > 1 { writer.member("try", attempt) }
            if push.planned.isDemoted { writer.member("demoted", true) }
            cause(of: push.planned.reason, record, &writer)
            writer.key("push")
            writer.push(push)
        }
    }

    /// Records what time or another activity changed, where no push tells of it at once, and why none does.
    func note(_ reason: PushReason, _ contentState: ContentState, _ record: Record) {
        append(.change, record) { writer in
            writer.member("reason", reason.rawValue)
            writer.member("phase", record.state.activity.phase.rawValue)
            cause(of: reason, record, &writer)
            if record.superseder != nil { writer.member("subscriberId", record.state.activity.subscriberId) }
            writer.decisions(record.state.decisions([], at: now, rules))
            writer.key("contentState")
            writer.contentState(contentState)
        }
    }

    /// Writes, of the open object, whose start, what limit or which boundary brought a push or a change about.
    private func cause(of reason: PushReason, _ record: Record, _ writer: inout JSONWriter) {
        writer.by(record.superseder)
        if reason == .expired {
            writer.member("expiredBy", record.state.activity.expiryCause(rules.policy)?.rawValue)
        }
        if reason == .boundary, let boundary = record.firing {
            writer.key("boundary")
            writer.boundary(boundary)
        }
    }

    /// Records that a push did not arrive, what follows from it, and why.
    func note(_ result: PushResult, _ outcome: StaticString, _ detail: String, _ record: Record) {
        append(.outcome, record) { writer in
            writer.member("number", result.push.number)
            writer.member("target", result.push.planned.target)
            writer.member("outcome", "\(outcome)")
            writer.member("detail", detail)
            writer.exchange(of: result)
        }
    }

    /// Records what is known of the pushes that arrived: one entry for all of a batch, found by going on from a push's
    /// own.
    func noteArrivals(_ results: [PushResult]) throws {
        guard settings.recordsHistory else { return }
        var writer = JSONWriter(capacity: 128 * results.count)
        var isEmpty = true
        writer.beginArray()
        for result in results where result.outcome == .ok {
            isEmpty = false
            writer.beginObject()
            writer.member("of", result.push.conversionId)
            writer.member("target", result.push.planned.target)
            writer.member("number", result.push.number)
            writer.exchange(of: result)
            writer.endObject()
        }
        writer.endArray()
        guard !isEmpty else { return }
        try set.append(HistoryEntry(at: now, kind: HistoryKind.arrivals.rawValue, body: writer.take()))
    }

    /// Records what a registration did to its target; `before`: the token that was pushed to until now.
    func note(
        _ change: RegistrationChange, _ registration: Registration, _ record: Record, before: String? = nil
    ) {
        append(.registration, record) { writer in
            writer.member("change", change.rawValue)
            writer.member("target", registration.id)
            writer.member("sender", registration.sender)
            if change != .deleted, let token = registration.token { writer.member("token", Redaction.token(token)) }
            if let before, before != registration.token { writer.member("replaces", Redaction.token(before)) }
        }
    }

    /// Does what may take targets away. What became of a push under way to one of them is unknown from then on, unless
    /// its answer comes yet.
    func leaving<Result>(_ record: Record, _ body: () -> Result) -> Result {
        let before = record.state.underWay
        let result = body()
        for push in before where record.state.index(of: push.target) == nil {
            note(unknownOutcomeOf: push.number, push.target, record, "its target was taken away before an answer came")
        }
        return result
    }

    /// Records that nobody knows whether a push arrived, and why.
    func note(unknownOutcomeOf number: Int, _ target: String, _ record: Record, _ detail: String) {
        append(.outcome, record) { writer in
            writer.member("number", number)
            writer.member("target", target)
            writer.member("outcome", "unknown")
            writer.member("detail", detail)
        }
    }

    /// Adds an entry to an activity's history.
    func append(_ kind: HistoryKind, _ record: Record, _ write: (inout JSONWriter) -> Void) {
        guard settings.recordsHistory, let phase = record.phase, phase != .deleted else { return }
        var writer = JSONWriter(capacity: 768)
        writer.beginObject()
        write(&writer)
        writer.endObject()
        record.entries.append(
            HistoryEntry(
                conversionId: record.row.conversionId, at: now, kind: kind.rawValue, body: writer.take()))
        set.touch(record)
    }
}

extension JSONWriter {
    /// Writes, of the open object, whose start it was that brought it about.
    fileprivate mutating func by(_ superseder: Superseder?) {
        guard let superseder else { return }
        member("by", superseder.conversionId)
        member("byStartedAt", superseder.startedAt)
    }

    /// Writes, of the open object, what is known of the request and its answer.
    fileprivate mutating func exchange(of result: PushResult) {
        member("status", result.status)
        member("reason", result.reason)
        member("id", result.idField?.rawValue)
        member("answeredAt", result.answeredAt)
    }

    /// Writes, of the open object, what was decided for targets that are not pushed now.
    fileprivate mutating func decisions(_ decisions: [Answer.Decision]) {
        guard decisions.contains(where: { $0.kind != .now }) else { return }
        key("decisions")
        beginArray()
        for decision in decisions where decision.kind != .now { self.decision(decision) }
        endArray()
    }

    /// Writes an event as it came, if its text is there and fit to be kept.
    fileprivate mutating func event(_ raw: ArraySlice<UInt8>) {
        guard !raw.isEmpty else { return }
        key("event")
        self.raw(raw)
    }
}
