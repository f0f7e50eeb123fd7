import ActivityResolver
import JSON
import Push
import Storage

extension Work {
    /// An event longer than this is recorded without its text.
    private static let longestRaw = 16 * 1024

    /// Records an event: as it came, and what it resolved to, which its pushes show if it led to any at once.
    ///
    /// `first` is the first of the record's entries that are of this event.
    func note(_ answer: Answer, raw: ArraySlice<UInt8>, _ record: Record, from first: Int) {
        var pushes = record.entries[min(first, record.entries.count)...]
        if pushes.allSatisfy({ $0.kind == HistoryKind.push.rawValue }) {
            record.entries.removeLast(pushes.count)
        } else {
            pushes = []
        }
        append(.event, record) { writer in
            writer.event(raw.count <= Self.longestRaw ? raw : [])
            writer.member("outcome", answer.outcome.rawValue)
            writer.member("reason", answer.reason?.rawValue)
            writer.member("phase", answer.phase.rawValue)
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

    /// Records a push that is handed over. That it arrived is not recorded apart, only that it did not.
    func note(_ push: Push, _ record: Record) {
        append(.push, record) { writer in
            writer.member("number", push.number)
            writer.key("push")
            writer.push(push)
        }
    }

    /// Records that a push did not arrive, what follows from it, and why.
    func note(_ push: Push, _ outcome: StaticString, _ detail: String, _ record: Record) {
        append(.outcome, record) { writer in
            writer.member("number", push.number)
            writer.member("target", push.planned.target)
            writer.member("outcome", "\(outcome)")
            writer.member("detail", detail)
        }
    }

    /// Records that nobody knows whether a push arrived.
    func note(unknownOutcomeOf number: Int, _ target: String, _ record: Record) {
        append(.outcome, record) { writer in
            writer.member("number", number)
            writer.member("target", target)
            writer.member("outcome", "unknown")
            writer.member("detail", "the relay ended before it knew")
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
    /// Writes an event as it came, if its text is there and fit to be kept.
    fileprivate mutating func event(_ raw: ArraySlice<UInt8>) {
        guard !raw.isEmpty else { return }
        key("event")
        self.raw(raw)
    }
}
