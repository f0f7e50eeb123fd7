import ActivityResolver
import Push
import Storage

extension Work {
    // MARK: Registering

    /// Takes a registration in; it takes effect at once (contract, "Registration").
    func register(_ request: RegistrationRequest) throws -> Result<(registration: Registration, isNew: Bool), Problem> {
        let record = try request.conversionId.map(upToDate)
        if let problem = record.flatMap({ refusal(of: request, $0) }) { return .failure(problem) }
        var registration = request.registration(id: settings.makeId(), at: now)
        let known = try set.registration(sameKeyAs: registration)
        if let known {
            registration.id = known.id
            registration.attributesType = registration.attributesType ?? known.attributesType
        }
        switch request.token {
        case .absent:
            if let known { return .success((known, false)) }
            return .failure(
                Problem(status: 400, detail: "\"token\" is missing: this key was not registered yet", pointer: "/token")
            )
        case .optOut: registration.end = Registration.optedOut
        case .new(let token): registration.token = token
        }
        if known == nil, request.isBySubscriber,
            try set.registrations(subscriberId: request.subscriberId).count >= Self.mostOfSubscriber
        {
            return .failure(Self.tooManyOfSubscriber)
        }
        if registration.kind == .start {
            if let place = registration.place, place.attributesType == nil { return .failure(Self.noAttributesType) }
            if known == nil, let problem = try makeRoomForStart(registration.subscriberId) { return .failure(problem) }
        }
        if known == nil, let record, try targets(of: record, request) >= Self.mostTargets {
            return .failure(Self.tooManyTargets)
        }
        let begins = record.map { !$0.isKnown } ?? false
        if begins { registration.expires = now + rules.policy.retention }
        try set.put(registration)
        if let record, record.isKnown { try attach(registration, record) }
        if registration.kind == .start { try attachStart(registration, replaces: known?.place) }
        return .success((registration, known == nil))
    }

    /// Of an activity there are no more targets than this.
    static let mostTargets = 100
    private static let tooManyTargets = Problem(
        status: 413, detail: "an activity has \(mostTargets) targets at most; delete those that are not needed")

    /// A subscriber's token makes no more registrations than this; a backend's may.
    static let mostOfSubscriber = 1000
    private static let tooManyOfSubscriber = Problem(
        status: 413,
        detail: "a subscriber has \(mostOfSubscriber) registrations at most; delete those that are not needed")

    /// How many targets an activity has, or how many of the subscriber's wait for it.
    private func targets(of record: Record, _ request: RegistrationRequest) throws -> Int {
        if record.isKnown { return record.state.targets }
        return try waitingRegistrations(record.row.conversionId).count { $0.subscriberId == request.subscriberId }
    }

    private func refusal(of request: RegistrationRequest, _ record: Record) -> Problem? {
        if let fault = record.fault { return .unreadable(fault) }
        guard let owner = record.isKnown ? record.state.activity.subscriberId : nil else { return nil }
        return owner == request.subscriberId ? nil : .foreignSubscriber
    }

    /// Forgets a registration; false where there is none of that id, or, with a subscriberId, it is another's.
    func unregister(_ id: String, of subscriberId: String?) throws -> Bool {
        guard let registration = try set.registration(id) else { return false }
        if let subscriberId, registration.subscriberId != subscriberId { return false }
        try set.removeRegistration(id)
        guard let conversionId = registration.conversionId else {
            try detachStart(registration)
            return true
        }
        let record = try upToDate(conversionId)
        guard record.isKnown else { return true }
        let showedCard = record.state.index(of: id).map { !record.state.outlets[$0].isSpent } ?? false
        guard leaving(record, { record.state.forget(id) }) else { return true }
        set.touch(record)
        note(.deleted, registration, record)
        if showedCard { mute(registration, record) }
        return true
    }

    // MARK: The activity's side

    /// The targets of an activity that begins: what was registered for it before, else the default sender's.
    func findTargets(for record: Record, _ registrations: [Registration]) throws {
        let own = registrations.filter { $0.subscriberId == record.state.activity.subscriberId }
        // Had the activity been known, these had been refused.
        for other in registrations where !own.contains(other) { try set.removeRegistration(other.id) }
        guard !own.isEmpty else { return addDefaultTarget(to: record) }
        record.state.leaveDefaultTarget()
        for var registration in own.prefix(Self.mostTargets) {
            registration.expires = nil
            try set.put(registration)
            take(registration, record)
        }
    }

    /// What was registered for an activity that is not known yet, and still holds.
    func waitingRegistrations(_ conversionId: String) throws -> [Registration] {
        try set.registrations(conversionId).filter { $0.kind == .update && $0.expires.map { $0 > now } ?? true }
    }

    func addDefaultTarget(to record: Record) {
        guard let target = settings.defaultTarget else { return }
        record.state.add(Delivery(target: target.name, kind: target.kind), Outlet(sender: target.name), at: now)
    }

    private func take(_ registration: Registration, _ record: Record) {
        var outlet = Outlet(sender: registration.sender)
        var delivery = Delivery(target: registration.id, kind: settings.senders[registration.sender]?.kind ?? .plain)
        // The device that registers a card's token shows the card.
        delivery.isLive = delivery.kind == .rerenders && record.state.activity.ending == nil
        if let place = registration.place {
            outlet.registration = Outlet.Registered(place: place, at: registration.registeredAt)
            record.state.add(delivery, outlet, at: now)
        } else {
            record.state.add(delivery, outlet, at: now)
            record.state.retire(record.state.deliveries.count - 1, registration.end ?? Registration.optedOut)
            mute(registration, record)
        }
    }

    /// Lets a known activity go to the registration's place from now on, or no more.
    private func attach(_ registration: Registration, _ record: Record) throws {
        try teach(registration.subscriberId, record)
        // Only now: a look for the subscriber's others may have written it meanwhile.
        set.touch(record)
        leaving(record) { record.state.leaveDefaultTarget() }
        let index = record.state.index(of: registration.id)
        guard let place = registration.place else {
            if let index {
                note(.optedOut, registration, record)
                let isSpent = record.state.outlets[index].isSpent
                leaving(record) { record.state.retire(index, Registration.optedOut) }
                if !isSpent { mute(registration, record) }
            } else {
                if !record.state.isRetired(registration.id) { note(.optedOut, registration, record) }
                take(registration, record)
            }
            return
        }
        if let index {
            let isSame = record.state.outlets[index].registration?.place == place
            if isSame {
                record.state.outlets[index].registration?.at = now
                return
            }
            let before = record.state.outlets[index].registration?.place.token
            note(.moved, registration, record, before: before)
            record.state.outlets[index].move(to: place, at: now)
        } else {
            note(.added, registration, record)
            take(registration, record)
        }
        noteCard(registration, record)
        greet(registration.id, record)
        // What was kept back for the old token, and is not news to the new one, goes there.
        if let index = record.state.index(of: registration.id), record.state.outlets[index].isOwedWithoutTime {
            record.state.outlets[index].retryAt = now
            sendOwed(record, index)
        }
    }

    /// Shows the state of now to a target that is new, or has a new token; the end only if it does not know it.
    private func greet(_ target: String, _ record: Record) {
        guard let index = record.state.index(of: target) else { return }
        let outlet = record.state.outlets[index]
        if record.state.activity.ending != nil, outlet.knowsEnd, outlet.sending == nil { return }
        var delivery = record.state.deliveries[index]
        let push = record.state.activity.greet(&delivery, at: now, rules)
        record.state.deliveries[index] = delivery
        send(push, record, index)
    }

    /// An activity whose subscriber becomes known: others make way for it, or it for them (S2).
    private func teach(_ subscriberId: String, _ record: Record) throws {
        guard record.state.activity.subscriberId == nil, record.phase != .deleted else { return }
        record.state.activity.subscriberId = subscriberId
        scheduleStarts(record)
        if record.state.activity.ending == nil { try takePlace(record) }
    }

    /// After a death: the token is dropped, unless another has been registered since; gives whose it was.
    func dropToken(of target: String, _ reason: String, sentTo place: Place?) throws -> Registration? {
        guard let place, var registration = try set.registration(target), registration.token == place.token else {
            return nil
        }
        registration.token = nil
        registration.end = reason
        try set.put(registration)
        return registration
    }
}
