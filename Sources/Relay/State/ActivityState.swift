import ActivityResolver

/// What a row of the store holds: an activity and its deliveries, one for each target.
struct ActivityState: Equatable {
    var activity: Activity
    var deliveries: [TargetDelivery]

    /// When something is next to be done, Unix seconds: a timer or a try.
    func nextDue(_ rules: Rules) -> Double {
        var due = activity.nextTimer(for: deliveries.map(\.delivery), rules).at
        for delivery in deliveries {
            if let retryAt = delivery.retryAt { due = min(due, retryAt) }
        }
        return due
    }

    /// Keeps nothing of what was shown, once the activity is deleted.
    mutating func forgetContent() {
        for index in deliveries.indices { deliveries[index].delivery.pushed = nil }
    }

    /// What was decided for each target, and why; `sent` are those pushed now.
    func decisions(_ sent: [String: PushReason], at now: Double, _ rules: Rules) -> [Answer.Decision] {
        deliveries.map { target in
            if let reason = sent[target.delivery.target] {
                return Answer.Decision(
                    target: target.delivery.target, kind: .now, why: "\(reason.rawValue) (\(reason.rule))")
            }
            return decision(target, at: now, rules)
        }
    }

    private func decision(_ target: TargetDelivery, at now: Double, _ rules: Rules) -> Answer.Decision {
        let name = target.delivery.target
        if let owed = target.owed {
            let why = target.failures > 0 ? "the target rests after a failure" : "a push to it is under way"
            return Answer.Decision(
                target: name, kind: .waiting, at: target.retryAt, why: "\(owed.reason.rawValue): \(why) (Delivery)")
        }
        let why = activity.whyNoPush(to: target.delivery, at: now, rules)
        guard target.delivery.waits, let waiting = activity.cadence.waiting else {
            return Answer.Decision(target: name, kind: .unchanged, why: why)
        }
        return Answer.Decision(target: name, kind: .waiting, at: waiting.at, why: why)
    }
}
