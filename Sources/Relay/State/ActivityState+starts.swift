import ActivityResolver
import Push

/// The start tokens among the targets: each gets its start once in a run, and nothing else.
extension ActivityState {
    /// Whether the target of that index is a start token.
    func isStart(_ index: Int) -> Bool { deliveries[index].kind == .starts }

    /// Whether a start was handed over to it in this run, or is to be.
    private func isTaken(_ index: Int) -> Bool {
        deliveries[index].isLive || outlets[index].sending != nil || outlets[index].owed != nil
    }

    /// Whether the device of a start token got its start in this run, or is about to; a token that replaced another
    /// under the same key is the same device's.
    func hasStart(_ registration: Registration) -> Bool {
        for index in deliveries.indices where isStart(index, on: registration.deviceId) && isTaken(index) {
            if outlets[index].sender == registration.sender { return true }
        }
        return retired.contains {
            $0.hasStarted && $0.sender == registration.sender && $0.deviceId == registration.deviceId
        }
    }

    /// How many start tokens got theirs in this run, or are about to.
    var starts: Int {
        deliveries.indices.count { isStart($0) && isTaken($0) } + retired.count { $0.hasStarted }
    }

    /// The index of a start token among the targets, as it is registered now; it is taken in where it is none yet.
    mutating func startTarget(_ registration: Registration, at place: Place, now: Double) -> Int {
        let registered = Outlet.Registered(
            place: place, at: registration.registeredAt, deviceId: registration.deviceId)
        if let index = index(of: registration.id) {
            outlets[index].registration = registered
            return index
        }
        add(
            Delivery(target: registration.id, kind: .starts),
            Outlet(sender: registration.sender, registration: registered), at: now)
        return deliveries.count - 1
    }

    /// Forgets a start token, but for what it has started; whether there was one.
    mutating func detachStart(_ target: String) -> Bool {
        guard let index = index(of: target), deliveries[index].isLive else { return forget(target) }
        retire(index, Registration.deleted)
        return true
    }

    /// Forgets the start tokens that are registered no more and of which nothing is to be remembered.
    mutating func keepStarts(_ registrations: [Registration]) {
        let known = Set(registrations.map(\.id))
        for index in deliveries.indices.reversed() where isStart(index) && !isTaken(index) {
            if !known.contains(deliveries[index].target) { remove(index) }
        }
        retired.removeAll { $0.deviceId != nil && !$0.hasStarted && !known.contains($0.target) }
    }

    /// The activity is over: no card is to be started any more, and what is owed of one is given up.
    mutating func giveUpStarts() {
        startsDue = nil
        startAlert = nil
        for index in deliveries.indices where isStart(index) { outlets[index].giveUp() }
    }

    /// A device shows its card, by a token of its own: what is owed of its start is given up.
    mutating func noteCard(on deviceId: String) {
        muted.removeAll { $0 == deviceId }
        for index in deliveries.indices where isStart(index, on: deviceId) { outlets[index].giveUp() }
    }

    /// A device shows its card no more: none is started there in this run, unless by a new token.
    mutating func mute(_ deviceId: String) {
        if !muted.contains(deviceId) { muted.append(deviceId) }
        if muted.count > Self.mostMuted { muted.removeFirst() }
        for index in deliveries.indices where isStart(index, on: deviceId) {
            outlets[index].giveUp()
            if outlets[index].sending == nil { deliveries[index].isLive = false }
        }
        for index in retired.indices where retired[index].deviceId == deviceId { retired[index].hasStarted = false }
    }

    /// An activity has no more targets, so no more devices need be remembered.
    private static let mostMuted = 100

    private func isStart(_ index: Int, on deviceId: String) -> Bool {
        isStart(index) && outlets[index].registration?.deviceId == deviceId
    }

    /// A new run begins: each device may be started again. A start that is under way shows this run as well.
    mutating func forgetStartsOfRunBefore() {
        startsDue = nil
        startAlert = nil
        muted = []
        for index in deliveries.indices {
            if isStart(index) {
                outlets[index].giveUp()
                deliveries[index].isLive = outlets[index].sending != nil
            } else if outlets[index].registration != nil, deliveries[index].pushed != nil, !deliveries[index].isLive {
                outlets[index].isSpent = true
            }
        }
        for index in retired.indices { retired[index].hasStarted = false }
    }
}
