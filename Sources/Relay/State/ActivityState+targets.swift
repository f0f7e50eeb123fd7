import ActivityResolver
import Push
import Telemetry

extension ActivityState {
    /// The target's place among the deliveries; nil where it is none, or retired.
    func index(of target: String) -> Int? {
        deliveries.firstIndex { $0.target == target }
    }

    /// Whether the target is pushed to no more.
    func isRetired(_ target: String) -> Bool { retired.contains { $0.target == target } }

    /// How many targets it has, those that are pushed to no more among them, and start tokens not.
    var targets: Int {
        deliveries.count { $0.kind != .starts } + retired.count { $0.deviceId == nil }
    }

    /// Takes a target in; one that was retired goes on where it was.
    mutating func add(_ delivery: Delivery, _ outlet: Outlet, at now: Double) {
        var outlet = outlet
        // A card that was started by push is told of changes by another token.
        outlet.timestamp = latestStart
        if let index = retired.firstIndex(where: { $0.target == delivery.target }) {
            outlet.number = retired[index].number
            outlet.timestamp = max(outlet.timestamp, retired[index].timestamp)
            outlet.knowsEnd = retired[index].knowsEnd
            if let alert = retired[index].alert {
                outlet.owed = Outlet.Owed(event: .update, priority: 10, reason: .retry, alert: alert, at: now)
            }
            retired.remove(at: index)
        }
        deliveries.append(delivery)
        outlets.append(outlet)
    }

    /// The latest timestamp of its start tokens, whole Unix seconds; 0: none.
    private var latestStart: Int {
        var latest = 0
        for index in deliveries.indices where isStart(index) { latest = max(latest, outlets[index].timestamp) }
        for target in retired where target.deviceId != nil { latest = max(latest, target.timestamp) }
        return latest
    }

    /// Pushes to a target no more, and remembers why; what it wanted to know is for a next token.
    mutating func retire(_ index: Int, _ reason: String, wantsMore: Bool = false) {
        let outlet = outlets[index]
        let alert = wantsMore ? outlet.owed?.alert ?? outlet.sending?.alert : nil
        retired.append(
            RetiredTarget(
                target: deliveries[index].target, sender: outlet.sender,
                token: outlet.registration.map { Redaction.token($0.place.token) }, reason: reason,
                number: outlet.number, timestamp: outlet.timestamp, knowsEnd: outlet.knowsEnd && outlet.sending == nil,
                alert: alert, deviceId: outlet.registration?.deviceId,
                hasStarted: isStart(index) && deliveries[index].isLive))
        remove(index)
    }

    /// Forgets a target, whatever is owed to it.
    mutating func remove(_ index: Int) {
        deliveries.remove(at: index)
        outlets.remove(at: index)
    }

    /// Forgets a target by its name, pushed to or not; whether there was one.
    mutating func forget(_ target: String) -> Bool {
        let before = deliveries.count + retired.count
        if let index = index(of: target) { remove(index) }
        retired.removeAll { $0.target == target }
        return deliveries.count + retired.count < before
    }

    /// A new run begins: of the one before nothing waits, and who knows its end does not know this one's.
    mutating func forgetRunBefore() {
        if wasRegistered {
            for index in deliveries.indices.reversed() where outlets[index].registration == nil { remove(index) }
        }
        for index in deliveries.indices {
            deliveries[index].waits = false
            outlets[index].owed?.alert = nil
            outlets[index].sending?.alert = nil
        }
        for index in retired.indices {
            retired[index].knowsEnd = false
            retired[index].alert = nil
        }
        forgetStartsOfRunBefore()
    }

    /// Leaves the default sender: from the first registration on it goes to those who registered.
    ///
    /// An end that is owed to it is delivered all the same.
    mutating func leaveDefaultTarget() {
        guard !wasRegistered else { return }
        wasRegistered = true
        if activity.ending != nil && !isSettled { return }
        for index in deliveries.indices.reversed() where !isStart(index) { remove(index) }
        retired.removeAll { $0.deviceId == nil }
    }
}
