import ActivityResolver
import JSON
import Storage

extension ActivityRow {
    /// Takes over a state: its bytes and the columns that the store searches by.
    mutating func fill(from state: ActivityState, _ rules: Rules, owner: Int64) {
        let activity = state.activity
        subscriberId = activity.subscriberId
        startedAt = activity.run.startedAt
        phase = activity.phase.rawValue
        precedes = activity.precedes
        shownUntil = activity.shownUntil
        due = state.nextDue(rules)
        self.owner = state.deliveries.contains { $0.sending != nil } ? owner : nil
        var writer = JSONWriter(capacity: max(1024, self.state.count + 128))
        writer.state(state, rules)
        self.state = writer.take()
    }
}
