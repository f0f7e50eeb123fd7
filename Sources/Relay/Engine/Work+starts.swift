import ActivityResolver
import Push
import Storage

/// Push-to-start: making cards appear on devices that do not show them (contract, "Push-to-start").
extension Work {
    // MARK: The activity's side

    /// From now on, or from some seconds after its start on, an activity's card is started where it is not shown.
    func scheduleStarts(_ record: Record) {
        guard let delays = settings.startDelays else { return }
        scheduleStarts(record, after: delays.lowerBound)
    }

    private func scheduleStarts(_ record: Record, after delay: Double) {
        let activity = record.state.activity
        guard activity.subscriberId != nil, activity.ending == nil else { return }
        // A start later than now was before the clock was set back.
        let at = min(activity.run.startedAt, now) + delay
        record.state.startsDue = min(record.state.startsDue ?? at, at)
    }

    /// Keeps what an event rings with for the cards that are yet to be started: the latest counts.
    func keepStartAlert(_ effect: Activity.Effect, _ record: Record) {
        guard record.state.startsDue != nil || record.state.activity.subscriberId == nil,
            case .news(let change?) = effect, let alert = change.alert, settings.startDelays != nil
        else { return }
        record.state.startAlert = alert
    }

    /// Starts the card on each of the subscriber's devices that has a start token, does not show it, and was given its
    /// time to.
    func sendStarts(_ record: Record) throws {
        guard let due = record.state.startsDue, due <= now + Tolerance.seconds else { return }
        record.state.startsDue = nil
        guard record.state.activity.ending == nil, let subscriberId = record.state.activity.subscriberId else { return }
        let registrations = try set.generalRegistrations(subscriberId).filter { $0.kind == .start }
        record.state.keepStarts(registrations)
        let wanted = registrations.filter { $0.place?.attributesType != nil && !record.state.hasStart($0) }
        if wanted.isEmpty { return }
        let devices = try devicesWithCard(record)
        for registration in wanted {
            let deviceId = registration.deviceId
            if !devices.contains(deviceId) && !record.state.muted.contains(deviceId) { start(registration, record) }
        }
    }

    private func start(_ registration: Registration, _ record: Record) {
        guard let place = registration.place, let traits = settings.senders[registration.sender],
            traits.takesStartTokens, record.state.starts < Self.mostTargets
        else { return }
        let startedAt = record.state.activity.run.startedAt
        guard startedAt > now || startedAt + traits.startDelay <= now + Tolerance.seconds else {
            return scheduleStarts(record, after: traits.startDelay)
        }
        let index = record.state.startTarget(registration, at: place, now: now)
        let isSent = send(planStart(record, index), record, index)
        if !isSent { record.state.deliveries[index].isLive = false }
    }

    /// The start of a card as of now.
    func planStart(_ record: Record, _ index: Int) -> PlannedPush {
        let kind = settings.senders[record.state.outlets[index].sender]?.kind ?? .rerenders
        var delivery = record.state.deliveries[index]
        let push = record.state.activity.pushToStart(
            &delivery, as: kind, alert: record.state.startAlert, at: now, rules)
        record.state.deliveries[index] = delivery
        return push
    }

    /// The devices that show the activity's card by a token of their own, for all that is known.
    private func devicesWithCard(_ record: Record) throws -> Set<String> {
        let registrations = try set.registrations(record.row.conversionId).filter { registration in
            let isSpent = record.state.index(of: registration.id).map { record.state.outlets[$0].isSpent } ?? false
            return registration.kind == .update && registration.token != nil && !isSpent && startsCards(registration)
        }
        return Set(registrations.map(\.deviceId))
    }

    /// Whether a registration's sender can make cards appear, so that its update token is a card's.
    private func startsCards(_ registration: Registration) -> Bool {
        settings.senders[registration.sender]?.takesStartTokens == true
    }

    /// A start did not arrive, that is certain; it stays owed only while its device is to get one.
    func startFailed(_ record: Record, _ index: Int) throws {
        record.state.deliveries[index].isLive = false
        let deviceId = record.state.outlets[index].registration?.deviceId ?? ""
        let isWanted =
            try record.state.activity.ending == nil && !record.state.muted.contains(deviceId)
            && !devicesWithCard(record).contains(deviceId)
        if !isWanted { record.state.outlets[index].giveUp() }
    }

    // MARK: The device's side

    /// A device has a new token of its card: it is not started there.
    func noteCard(_ registration: Registration, _ record: Record) {
        if startsCards(registration) { record.state.noteCard(on: registration.deviceId) }
    }

    /// A device's token of its card is no more: the card is not started there again, until a new token or a restart.
    func mute(_ registration: Registration, _ record: Record) {
        guard startsCards(registration), record.state.activity.ending == nil else { return }
        record.state.mute(registration.deviceId)
    }

    /// Makes room for one more start token of a subscriber: a dead one may go. What is wrong where there is none.
    func makeRoomForStart(_ subscriberId: String) throws -> Problem? {
        let known = try set.generalRegistrations(subscriberId)
        guard known.count >= Self.mostTargets else { return nil }
        guard let dead = known.first(where: { $0.token == nil }) else { return Self.tooManyStartTokens }
        try set.removeRegistration(dead.id)
        return nil
    }

    static let noAttributesType = Problem(
        status: 400,
        detail: "\"attributesType\" is missing: the name of the struct (ActivityAttributes) that the app starts its "
            + "card with", pointer: "")
    private static let tooManyStartTokens = Problem(
        status: 413,
        detail: "a subscriber has \(mostTargets) start tokens at most; delete those that are not needed")

    /// Lets a start token, or its end, count for the subscriber's activities that live.
    func attachStart(_ registration: Registration, replaces place: Place?) throws {
        for record in try shownActivities(of: registration.subscriberId) {
            if let index = record.state.index(of: registration.id) {
                set.touch(record)
                replace(registration, record, index)
            }
            guard registration.place != nil, registration.place != place, record.state.activity.ending == nil else {
                continue
            }
            set.touch(record)
            record.state.muted.removeAll { $0 == registration.deviceId }
            scheduleStarts(record, after: settings.senders[registration.sender]?.startDelay ?? 0)
        }
    }

    private func replace(_ registration: Registration, _ record: Record, _ index: Int) {
        guard let place = registration.place else {
            note(.optedOut, registration, record)
            return leaving(record) { record.state.retire(index, Registration.optedOut) }
        }
        if record.state.outlets[index].registration?.place == place {
            record.state.outlets[index].registration?.at = registration.registeredAt
            return
        }
        note(.moved, registration, record, before: record.state.outlets[index].registration?.place.token)
        record.state.outlets[index].move(to: place, at: registration.registeredAt)
        guard record.state.outlets[index].owed != nil, record.state.outlets[index].sending == nil else { return }
        record.state.outlets[index].retryAt = now
        sendOwed(record, index)
    }

    /// Forgets a start token, but not where it has started a card.
    func detachStart(_ registration: Registration) throws {
        for record in try shownActivities(of: registration.subscriberId) {
            set.touch(record)
            if leaving(record, { record.state.detachStart(registration.id) }) { note(.deleted, registration, record) }
        }
    }

    /// The subscriber's activities whose card may be on a screen, brought up to now.
    private func shownActivities(of subscriberId: String) throws -> [Record] {
        let records = try set.shown(subscriberId: subscriberId, at: now)
        for record in records where record.isKnown {
            if let due = record.row.due, due <= now + Tolerance.seconds { try fireTimers(record) }
        }
        return records.filter(\.isKnown)
    }
}
