import ActivityResolver
import JSON
import Storage

extension ActivityRow {
    /// Takes over the columns that the store searches by.
    mutating func fill(from state: ActivityState, _ rules: Rules, owner: Int64) {
        subscriberId = state.activity.subscriberId
        startedAt = state.activity.run.startedAt
        phase = state.activity.phase.rawValue
        precedes = state.activity.precedes
        shownUntil = state.activity.shownUntil
        due = state.nextDue(rules)
        self.owner = state.isSending ? owner : nil
    }

    /// Takes over the state's bytes.
    mutating func encode(_ state: ActivityState, _ rules: Rules) {
        var writer = JSONWriter(capacity: 1024)
        writer.state(state, rules)
        self.state = writer.take()
    }
}
