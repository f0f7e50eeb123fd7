import ActivityResolver
import JSON
import Push
import Storage

extension Work {
    /// Notes what an event that was just recorded came to.
    func tell(_ answer: Answer, _ record: Record) {
        guard answer.outcome == .accepted else { return }
        tell(record, answer.contentState)
    }

    /// Notes what time or another activity changed, with the pushes that tell of it: the record's entries from `first`
    /// on. Where none does, the change is recorded by itself.
    func tellChange(of record: Record, _ reason: PushReason, from first: Int) {
        let state = record.state.activity.contentState(at: now, rules)
        let last = record.entries.count - 1
        if last >= first, record.entries[last].kind == HistoryKind.push.rawValue {
            record.entries[last].addMember("phase", record.state.activity.phase.rawValue)
        } else {
            note(reason, state, record)
        }
        tell(record, state)
    }

    private func tell(_ record: Record, _ contentState: ContentState) {
        record.isChanged = true
        guard tellsChanges else { return }
        let activity = record.state.activity
        record.changes.append(
            (
                entry: record.entries.count - 1,
                change: ActivityChange(
                    conversionId: record.row.conversionId, subscriberId: activity.subscriberId,
                    phase: activity.phase, contentState: contentState, isLast: activity.phase.isOver)
            ))
    }

    /// Notes that an activity is forgotten; one that was live ends by it as one that was called off.
    func tellForgotten(_ record: Record, wasLive: Bool, of subscriberId: String?) {
        guard tellsChanges else { return }
        let state = wasLive ? record.state.activity.contentState(at: now, rules) : nil
        record.changes.append(
            (
                entry: -1,
                change: ActivityChange(
                    conversionId: record.row.conversionId, subscriberId: subscriberId, phase: .cancelled,
                    contentState: state, isLast: true)
            ))
    }
}

extension Timer.Kind {
    /// Why readers are told of it; nil where it changes nothing that is shown, or was told before.
    var toldReason: PushReason? {
        switch self {
        case .boundary: .boundary
        case .overflow: .overflow
        case .nudge: .nudge
        case .end: .expired
        case .waiting, .purge: nil
        }
    }
}

extension HistoryEntry {
    /// Adds a member to its body, an object with members.
    fileprivate mutating func addMember(_ name: String, _ word: String) {
        body.removeLast()
        body += Array(",\"\(name)\":\"\(word)\"}".utf8)
    }
}
