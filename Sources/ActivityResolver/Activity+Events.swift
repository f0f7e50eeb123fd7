extension Activity {
    /// What an event leads to.
    package enum Effect: Equatable, Sendable {
        /// News, or none worth telling unless the content state differs.
        case news(Change?)
        /// Its end (X1).
        case ends(Terminal, displayStatus: String?, alert: Alert?)
    }

    /// Begins an activity with its first event (S1).
    package static func begin(with event: Event, at now: Double, _ rules: Rules) -> (Activity, Effect) {
        let told = event.startedAt ?? event.occurredAt ?? now
        let run = Run(startedAt: min(told, now), startedAtTold: told, isRestart: false, receivedAt: now)
        var activity = Activity(
            conversionId: event.conversionId, subscriberId: event.subscriberId, attempt: event.attempt, run: run)
        let effect = activity.takeFirst(event, at: now, rules)
        return (activity, effect)
    }

    /// Begins a new run, with nothing of the one before but what S3 keeps.
    package mutating func restart(with event: Event, at now: Double, _ rules: Rules) -> Effect {
        var told = event.startedAt ?? event.occurredAt ?? now
        if told <= run.startedAtTold { told = event.occurredAt ?? now }
        run = Run(startedAt: min(told, now), startedAtTold: told, isRestart: true, receivedAt: now)
        ending = nil
        cadence.waiting = nil
        return takeFirst(event, at: now, rules)
    }

    /// Takes in the first event of a run: its first push is for the start, unless it is the end (N1, S5).
    private mutating func takeFirst(_ event: Event, at now: Double, _ rules: Rules) -> Effect {
        let effect = take(event, isLate: false, at: now, rules)
        isKnownByEndOnly = false
        guard case .news(let change) = effect else {
            isKnownByEndOnly = true
            return effect
        }
        return .news(.union(Change(.start), change))
    }

    /// Takes in an event of the run.
    package mutating func take(_ event: Event, isLate: Bool, at now: Double, _ rules: Rules) -> Effect {
        // A run of which no event was applied yet has no old state to settle (P5).
        if run.hasBegun { run.settle(at: now, rules) }
        let type = event.resolvedType(rules.stages)
        let ending = type.ending
        let effect: Effect
        if let ending {
            effect = takeEnd(event, ending, at: now, rules)
        } else {
            effect = .news(isLate ? takeLate(event, at: now, rules) : takeNews(event, type, at: now, rules))
        }
        remember(event, at: now)
        run.settle(at: now, rules)
        return effect
    }

    private mutating func takeNews(_ event: Event, _ type: EventType, at now: Double, _ rules: Rules) -> Change? {
        var change: Change?
        // What an event tells beside a resume is told after the pause: nothing of it moves.
        if type == .resume, run.resume(at: now) { change = Change(.resume) }
        run.apply(event.fields, progress: event.progress, at: now, rules)
        if type == .pause, run.pause(at: now) { change = Change(.pause) }
        if let alert = event.alert { change = .union(change, Change(.alert, alert: alert)) }
        return .union(change, schedule(event.boundary, at: now, rules))
    }

    private mutating func takeLate(_ event: Event, at now: Double, _ rules: Rules) -> Change? {
        run.applyLate(event.fields, progress: event.progress, at: now, rules)
        return run.told.contains(.boundary) ? nil : schedule(event.boundary, at: now, rules)
    }

    /// An end is applied whole, but its labels are the end's own and its boundary has nothing to wait for.
    private mutating func takeEnd(_ event: Event, _ ending: Terminal, at now: Double, _ rules: Rules) -> Effect {
        var fields = event.fields
        fields.status = .absent
        fields.displayStatus = .absent
        fields.queuePosition = .absent
        run.apply(fields, progress: event.progress, at: now, rules)
        let boundary = event.boundary.value.flatMap { Tolerance.reached($0.at, at: now) ? $0 : nil }
        if let boundary {
            run.settle(at: now, rules)
            run.apply(boundary.fields.withoutLabels(), progress: nil, at: now, rules)
        }
        return .ends(
            ending, displayStatus: event.fields.displayStatus.value, alert: boundary?.alert ?? event.alert)
    }

    /// Takes in a boundary field; one that is not ahead fires with its event, its alert before the event's (B2).
    private mutating func schedule(_ field: Field<Boundary>, at now: Double, _ rules: Rules) -> Change? {
        guard case .set(let boundary) = field, Tolerance.reached(boundary.at, at: now) else {
            field.apply(to: &run.boundary)
            return nil
        }
        return fire(boundary, at: now, rules)
    }

    /// Carries out a boundary: its fields as by an update, then it is gone (B1).
    mutating func fire(_ boundary: Boundary, at now: Double, _ rules: Rules) -> Change {
        run.settle(at: now, rules)
        run.boundary = nil
        run.boundaryFiredAt = now
        run.apply(boundary.fields, progress: nil, at: now, rules)
        run.settle(at: now, rules)
        return Change(.boundary, alert: boundary.alert)
    }

    private mutating func remember(_ event: Event, at now: Double) {
        run.markTold(event)
        if let sequence = event.sequence { run.highestSequence = max(run.highestSequence ?? sequence, sequence) }
        let occurredAt = min(event.occurredAt ?? now, now)
        run.highestOccurredAt = max(run.highestOccurredAt ?? occurredAt, occurredAt)
        run.lastEventAt = now
        if let told = event.attempt { attempt = max(attempt ?? told, told) }
        if subscriberId == nil { subscriberId = event.subscriberId }
    }
}

extension ContentFields {
    fileprivate func withoutLabels() -> ContentFields {
        var fields = self
        fields.status = .absent
        fields.displayStatus = .absent
        fields.queuePosition = .absent
        return fields
    }
}
