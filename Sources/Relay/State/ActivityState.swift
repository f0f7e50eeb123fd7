import ActivityResolver

/// What a row of the store holds: an activity, its deliveries, one for each target, and their ways out.
struct ActivityState: Equatable {
    var activity: Activity
    /// What each target was told.
    var deliveries: [Delivery]
    /// The way out to each, in the same order.
    var outlets: [Outlet]
    /// The targets that are pushed to no more.
    var retired: [RetiredTarget] = []
    /// Whether a device was ever registered for it; until then it goes to the default sender.
    var wasRegistered = false
    /// When the subscriber's start tokens are to be looked at next, Unix seconds; nil where they need not be.
    var startsDue: Double?
    /// What rings with the cards that are started by push in this run; nil: their own words.
    var startAlert: Alert?
    /// The devices on which no card of this run is to be started, since one was there and is no more.
    var muted: [String] = []

    /// The state of an activity of which nothing is known.
    static func unknown(_ conversionId: String) -> ActivityState {
        let activity = Activity(conversionId: conversionId, subscriberId: nil, attempt: nil, run: .unknown)
        return ActivityState(activity: activity, deliveries: [], outlets: [])
    }

    /// Lets the resolver change the activity and what its targets are told.
    mutating func change(_ step: (inout Activity, inout [Delivery]) -> [PlannedPush]) -> [PlannedPush] {
        for index in deliveries.indices { deliveries[index].isOutOfReach = outlets[index].isOutOfReach }
        let pushes = step(&activity, &deliveries)
        if activity.ending != nil { giveUpStarts() }
        return pushes
    }

    /// When something is next to be done, Unix seconds: a timer or a try.
    func nextDue(_ rules: Rules) -> Double {
        var due = activity.nextTimer(for: deliveries, rules).at
        if let startsDue { due = min(due, startsDue) }
        for outlet in outlets {
            if let retryAt = outlet.nextTry { due = min(due, retryAt) }
        }
        return due
    }

    /// Whether a push is under way.
    var isSending: Bool { outlets.contains { $0.sending != nil } }

    /// The pushes under way, by target and number.
    var underWay: [(target: String, number: Int)] {
        outlets.indices.filter { outlets[$0].sending != nil }.map { (deliveries[$0].target, outlets[$0].number) }
    }

    /// The one push under way, by target and number, where it arriving leaves nothing to do but to wait for what comes.
    var onlyUnderWay: (target: String, number: Int)? {
        // By index, for a copy of the outlet costs more than all that is asked of it.
        guard outlets.count == 1, outlets[0].sending != nil, outlets[0].owed == nil, !outlets[0].isOutOfReach,
            activity.phase != .deleted
        else { return nil }
        return (deliveries[0].target, outlets[0].number)
    }

    /// Takes all pushes under way as arrived.
    mutating func settleOutlets() {
        for index in outlets.indices where outlets[index].sending != nil {
            outlets[index].sending = nil
            outlets[index].failures = 0
        }
    }

    /// Whether nothing is under way or owed.
    var isSettled: Bool { outlets.allSatisfy { $0.sending == nil && $0.owed == nil } }

    /// Keeps nothing of what was shown, once the activity is deleted and its end delivered.
    mutating func forgetContent(_ rules: Rules) {
        activity.forgetContent(rules)
        deliveries = []
        outlets = []
        retired = []
    }

    /// What was decided for each target, and why; `sent` are those pushed now, by index. Where none is told of changes:
    /// why those that were are not.
    func decisions(_ sent: [(index: Int, reason: PushReason)], at now: Double, _ rules: Rules) -> [Answer.Decision] {
        let told: [Answer.Decision] = deliveries.indices.compactMap { index in
            if isStart(index) { return nil }
            guard let push = sent.last(where: { $0.index == index }) else { return decision(index, at: now, rules) }
            return Answer.Decision(target: deliveries[index].target, kind: .now, why: .reason(push.reason))
        }
        return told.isEmpty ? unreached() : told
    }

    /// Where no target is told of changes: why those that were, and the cards that were started by push, are not.
    private func unreached() -> [Answer.Decision] {
        let awaited = deliveries.filter(\.isLive).map {
            Answer.Decision(
                target: $0.target, kind: .waiting, why: .awaitsCard(hasEnded: activity.ending != nil))
        }
        return awaited + retired.map { Answer.Decision(target: $0.target, kind: .dead, why: .retired($0.reason)) }
    }

    private func decision(_ index: Int, at now: Double, _ rules: Rules) -> Answer.Decision {
        let target = deliveries[index].target
        if let underWay = outlets[index].sending, outlets[index].isOutOfReach {
            return Answer.Decision(target: target, kind: .waiting, why: .underWay(underWay.reason))
        }
        if let owed = outlets[index].owed {
            let outlet = outlets[index]
            let why: Why =
                outlet.failures > 0
                ? .rests(owed.reason) : outlet.held > 0 ? .held(owed.reason) : .underWay(owed.reason)
            return Answer.Decision(target: target, kind: .waiting, at: outlets[index].retryAt, why: why)
        }
        if deliveries[index].waits, let waiting = activity.cadence.waiting {
            let why = Why.waits(waiting.change.reason, isUrgent: waiting.change.isUrgent)
            return Answer.Decision(target: target, kind: .waiting, at: waiting.at, why: why)
        }
        let unchanged = activity.whyUnchanged(for: deliveries[index], at: now, rules)
        return Answer.Decision(target: target, kind: .unchanged, why: .unchanged(unchanged))
    }
}
