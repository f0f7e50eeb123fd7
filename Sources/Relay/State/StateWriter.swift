import ActivityResolver
import JSON
import Push

extension JSONWriter {
    /// Writes a state as the store keeps it, its names in the row or in it. Stages stand by their ids, so that a changed list does not mislabel it.
    mutating func state(_ state: ActivityState, _ rules: Rules, isNamed: Bool = false) {
        let activity = state.activity
        beginObject()
        if isNamed {
            member("conversionId", activity.conversionId)
            member("subscriberId", activity.subscriberId)
        }
        member("attempt", activity.attempt)
        flag("byEndOnly", activity.isKnownByEndOnly)
        key("run")
        run(activity.run, rules.stages)
        if let ending = activity.ending {
            key("ending")
            self.ending(ending)
        }
        key("cadence")
        cadence(activity.cadence)
        key("deliveries")
        beginArray()
        for (delivery, outlet) in zip(state.deliveries, state.outlets) { self.delivery(delivery, outlet, activity.run) }
        endArray()
        flag("registered", state.wasRegistered)
        starts(of: state)
        if !state.retired.isEmpty {
            key("retired")
            beginArray()
            for target in state.retired { self.retired(target) }
            endArray()
        }
        endObject()
    }

    private mutating func starts(of state: ActivityState) {
        member("startsDue", state.startsDue)
        if let alert = state.startAlert {
            key("startAlert")
            self.alert(alert)
        }
        guard !state.muted.isEmpty else { return }
        key("muted")
        beginArray()
        for device in state.muted { string(device) }
        endArray()
    }

    private mutating func retired(_ target: RetiredTarget) {
        beginObject()
        member("target", target.target)
        if target.sender != target.target { member("sender", target.sender) }
        member("token", target.token)
        member("reason", target.reason)
        member("number", target.number)
        if target.timestamp > 0 { member("timestamp", target.timestamp) }
        flag("knowsEnd", target.knowsEnd)
        member("device", target.deviceId)
        flag("started", target.hasStarted)
        optional(target.alert)
        endObject()
    }

    private mutating func registration(_ registration: Outlet.Registered?) {
        guard let registration else { return }
        member("token", registration.place.token)
        if registration.place.environment != .production {
            member("environment", registration.place.environment.rawValue)
        }
        member("attributesType", registration.place.attributesType)
        member("registeredAt", registration.at)
        member("device", registration.deviceId)
    }

    private mutating func flag(_ name: StaticString, _ value: Bool) {
        if value { member(name, true) }
    }

    private mutating func nonZero(_ name: StaticString, _ value: Double) {
        if value != 0 { member(name, value) }
    }

    private mutating func run(_ run: Run, _ stages: StageList) {
        beginObject()
        member("startedAt", run.startedAt)
        if run.startedAtTold != run.startedAt { member("told", run.startedAtTold) }
        flag("restart", run.isRestart)
        nonZero("raw", run.raw)
        // Left out it is read as `raw`, but for a raw 0, which nobody need have told.
        if run.lastTold != run.raw || run.raw == 0 { member("lastTold", run.lastTold) }
        nonZero("floor", run.floor)
        stage("rank", run.rank, stages)
        nonZero("elapsed", run.clock.base)
        if run.clock.runningSince != run.startedAt {
            key("runningSince")
            if let since = run.clock.runningSince { number(since) } else { null() }
        }
        member("total", run.total)
        if let rank = run.backendRank { stage("backendRank", rank, stages) }
        if run.backendStatus != run.backendRank.map({ stages.stages[$0].id }) {
            member("backendStatus", run.backendStatus)
        }
        if let words = run.words {
            key("words")
            beginObject()
            member("text", words.text)
            stage("rank", words.rank, stages)
            member("source", words.source.rawValue)
            endObject()
        }
        content(of: run)
        course(of: run)
        endObject()
    }

    private mutating func stage(_ name: StaticString, _ rank: Int, _ stages: StageList) {
        if stages.stages.indices.contains(rank) { member(name, stages.stages[rank].id) }
    }

    private mutating func content(of run: Run) {
        member("eta", run.estimatedCompletionDate)
        member("etaToldAt", run.etaToldAt)
        flag("fixedEnd", run.fixedEnd)
        member("trackTitle", run.trackTitle)
        member("subtitle", run.subtitle)
        member("subtitleOverflow", run.subtitleOverflow)
        member("accentColor", run.accentColor)
        if let extra = run.extra { self.extra(extra) }
        member("relevanceScore", run.relevanceScore)
        if let timer = run.timer {
            key("timer")
            self.timer(timer)
        }
        member("timerToldAt", run.timerToldAt)
        member("staleAt", run.ownStaleAt)
    }

    private mutating func course(of run: Run) {
        member("queuePosition", run.queuePosition)
        member("pausedAt", run.pausedAt)
        nonZero("pausedTotal", run.pausedTotal)
        if let boundary = run.boundary {
            key("boundary")
            self.boundary(boundary)
        }
        member("boundaryFiredAt", run.boundaryFiredAt)
        member("overflowTold", run.overflowTold)
        if !run.told.isEmpty { member("fields", run.told.rawValue) }
        member("sequence", run.highestSequence)
        if run.highestOccurredAt != run.lastEventAt { member("occurredAt", run.highestOccurredAt) }
        member("lastEventAt", run.lastEventAt)
    }

    private mutating func ending(_ ending: Ending) {
        beginObject()
        member("phase", ending.phase.rawValue)
        member("at", ending.at)
        member("dismissalDate", ending.dismissalDate)
        key("contentState")
        contentState(ending.contentState, extraApart: true)
        member("relevanceScore", ending.relevanceScore)
        endObject()
    }

    private mutating func cadence(_ cadence: Cadence) {
        beginObject()
        member("last", cadence.lastPushAt)
        nonZero("progress", cadence.lastProgress)
        urgent(cadence.urgentAt)
        if let waiting = cadence.waiting {
            key("waiting")
            self.waiting(waiting)
        }
        endObject()
    }

    private mutating func urgent(_ instants: [Double]) {
        guard !instants.isEmpty else { return }
        let steps = InstantSteps.steps(instants)
        key("urgent")
        beginArray()
        for at in steps == nil ? instants[...] : instants.prefix(1) { number(at) }
        endArray()
        guard let steps, !steps.isEmpty else { return }
        key("urgentSteps")
        beginArray()
        for step in steps { integer(step) }
        endArray()
    }

    private mutating func waiting(_ waiting: Cadence.Waiting) {
        beginObject()
        member("at", waiting.at)
        member("reason", waiting.change.reason.rawValue)
        flag("urgent", waiting.change.isUrgent)
        flag("boundary", waiting.change.hasBoundary)
        optional(waiting.change.alert)
        endObject()
    }

    private mutating func optional(_ alert: Alert?) {
        if let alert {
            key("alert")
            self.alert(alert)
        }
    }

    private mutating func delivery(_ delivery: Delivery, _ outlet: Outlet, _ run: Run) {
        beginObject()
        member("target", delivery.target)
        if delivery.kind != .plain { member("kind", delivery.kind.rawValue) }
        if outlet.sender != delivery.target { member("sender", outlet.sender) }
        registration(outlet.registration)
        member("number", outlet.number)
        if outlet.timestamp > 0 { member("timestamp", outlet.timestamp) }
        flag("live", delivery.isLive)
        flag("waits", delivery.waits)
        if let pushed = delivery.pushed { self.pushed(pushed, run) }
        owed("sending", outlet.sending)
        owed("owed", outlet.owed)
        member("retryAt", outlet.retryAt)
        if outlet.failures > 0 { member("failures", outlet.failures) }
        if outlet.held > 0 { member("held", outlet.held) }
        flag("knowsEnd", outlet.knowsEnd)
        flag("spent", outlet.isSpent)
        endObject()
    }

    private mutating func pushed(_ pushed: Pushed, _ run: Run) {
        var state = pushed.contentState
        let shared = SharedFields.takeOut(of: &state, run)
        key("pushed")
        contentState(state, extraApart: true)
        if !shared.isEmpty { member("shared", shared.rawValue) }
        member("staleAt", pushed.ownStaleAt)
    }

    private mutating func owed(_ name: StaticString, _ owed: Outlet.Owed?) {
        guard let owed else { return }
        key(name)
        beginObject()
        member("event", owed.event.rawValue)
        member("priority", owed.priority)
        member("reason", owed.reason.rawValue)
        optional(owed.alert)
        member("at", owed.at)
        if owed.isDemoted { member("demoted", true) }
        endObject()
    }
}
