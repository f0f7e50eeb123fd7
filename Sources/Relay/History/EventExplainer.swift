import ActivityResolver
import JSON

/// Says why what is shown is not what an event said, with the rule: from what it said and what it resolved to.
struct EventExplainer {
    var rules: Rules
    var decoder: EventDecoder

    /// A value and why it is as it is.
    typealias Line = (field: String, why: String)

    /// Why an event did not change what it speaks of, value by value; empty where all is as it said.
    func why(_ view: EventView, at now: Double) -> [Line] {
        switch view.outcome {
        case "duplicate": return [("eventId", "it came before for this activity (E4)")]
        case "ignored": return [("phase", Self.whyIgnored(view))]
        case "refused": return []
        default: break
        }
        var lines: [Line] = []
        if view.isLate { lines.append(("order", "late: it raises progress and fills gaps, and no more (E3)")) }
        if let other = view.superseder?.conversionId ?? view.body["supersededBy"]?.stringValue {
            lines.append(("phase", "superseded as it came: \(other) of the same subscriber started later (S2)"))
        }
        guard let state = view.contentState else { return lines }
        let event = decoded(view.raw)
        let ended = view.phase.flatMap(Phase.init)?.isOver ?? false
        let isQueued = state["queuePosition"] != nil
        if !ended {
            let told = event?.fields.status.value
            append(whyStatus(told, isTyped: event?.type != nil, state, isQueued: isQueued), "status", &lines)
            append(whyWords(event?.fields.displayStatus.value, told, view.phase, state), "displayStatus", &lines)
            append(Boundary.whyNoStatus(event?.boundary.value?.fields.status.value, rules.stages), "boundary", &lines)
            append(whyProgress(event, view, state, isQueued: isQueued), "progress", &lines)
            append(whyPosition(event, isQueued: isQueued), "queuePosition", &lines)
        }
        append(whyCompletionDate(event, view, state, at: now), "estimatedCompletionDate", &lines)
        append(whyStaleAt(event, state, view, at: now), "staleAt", &lines)
        return lines
    }

    private func append(_ why: String?, _ field: String, _ lines: inout [Line]) {
        if let why { lines.append((field, why)) }
    }

    private func decoded(_ raw: JSONValue?) -> Event? {
        guard let raw else { return nil }
        var writer = JSONWriter(capacity: 512)
        writer.value(raw)
        // What the path or a header told is not in it, and of no matter here.
        return try? decoder.decode(writer.take(), conversionId: raw["conversionId"]?.stringValue ?? "_")
    }

    private static func whyIgnored(_ view: EventView) -> String {
        switch view.body["reason"]?.stringValue {
        case "superseded": "it is of a run before, or a later start of its subscriber ended the activity (S2, S3, E5)"
        case let phase?:
            "the activity is \(phase), and only a start with a later startedAt or a higher attempt begins anew (E5, S3)"
        case nil: "the activity has ended (E5)"
        }
    }

    private func whyStatus(_ told: String?, isTyped: Bool, _ state: JSONValue, isQueued: Bool) -> String? {
        guard let told else { return nil }
        switch rules.stages.match(told) {
        case .terminal where isTyped: return "the label of an end beside a type that is none (E2)"
        case .terminal: return nil
        case .unlisted: return "no stage is called so: it is shown as words (L5)"
        case .stage(let rank):
            guard !isQueued, let shown = state["status"]?.stringValue.flatMap(rules.stages.rank(ofId:)) else {
                return nil
            }
            let stage = rules.stages.stages[rank]
            if shown < rank {
                let bar = stage.notBefore.map { " until the ring is at \(PlainText.percent($0))" } ?? ""
                return "\(stage.id) is held back\(bar) (L3)"
            }
            return shown > rank
                ? "the ring has come further than \(stage.id), and a stage never goes back (L2, L4)" : nil
        }
    }

    /// Why the words told beside a status are not what is shown.
    private func whyWords(_ told: String?, _ status: String?, _ phase: String?, _ state: JSONValue) -> String? {
        guard let told, told != state["displayStatus"]?.stringValue else { return nil }
        switch phase {
        case "paused": return "in a pause the label is pausedLabel (T5)"
        case "queued": return "in line the label is the place (Q1)"
        default: break
        }
        guard let status, case .stage(let rank) = rules.stages.match(status),
            let shown = state["status"]?.stringValue.flatMap(rules.stages.rank(ofId:)), shown != rank
        else { return nil }
        let stage = rules.stages.stages[rank].id
        return shown < rank
            ? "these words wait with \(stage) (L3, L5)" : "these words were \(stage)'s, which is over (L5)"
    }

    private func whyProgress(_ event: Event?, _ view: EventView, _ state: JSONValue, isQueued: Bool) -> String? {
        if isQueued { return event?.progress == nil ? nil : "kept for the way out of the queue, not shown in it (Q1)" }
        guard let shown = state["progress"]?.doubleValue else { return nil }
        if let told = event?.progress, Tolerance.emitted(told) >= shown { return nil }
        switch view.body["ring"]?.stringValue.flatMap(ProgressSource.init) {
        case .time: return "elapsed time has come further (P3)"
        case .floor where event?.progress != nil: return "what was shown does not go back (P4)"
        default: return nil
        }
    }

    private func whyPosition(_ event: Event?, isQueued: Bool) -> String? {
        guard let position = event?.fields.queuePosition.value, position > 0, !isQueued else { return nil }
        return "a position beside a stage of the work counts for nothing (Q1, Q2)"
    }

    private func whyCompletionDate(
        _ event: Event?, _ view: EventView, _ state: JSONValue, at now: Double
    ) -> String? {
        guard let told = event?.fields.estimatedCompletionDate.value, state["estimatedCompletionDate"] == nil else {
            return nil
        }
        switch view.phase {
        case "paused": return "left out in a pause (T5)"
        case "queued": return "left out in the queue (Q1)"
        case "active" where told <= now: return "left out: it is past (D1)"
        default: return nil
        }
    }

    private func whyStaleAt(_ event: Event?, _ state: JSONValue, _ view: EventView, at now: Double) -> String? {
        guard let told = event?.fields.staleAt.value, state["staleAt"]?.doubleValue != told else { return nil }
        if view.phase == "paused" { return "left out in a pause (T5)" }
        return told <= now ? "left out: it was past as it came, and a past one hides the card (D2)" : nil
    }

    // MARK: Changes and pushes

    /// What changed an activity, and why it shows what it shows since.
    func why(_ view: ChangeView) -> [Line] {
        var lines: [Line] = []
        if let reason = view.reason {
            let time = view.boundary?["at"]?.doubleValue.map { " of \(PlainText.clock($0))" } ?? ""
            lines.append(("change", Self.why(reason, time: time, view.superseder, view.expiryCause)))
        }
        if let boundary = view.boundary, let state = view.contentState {
            lines += why(boundary, phase: view.phase, state)
        }
        return lines
    }

    private static func why(
        _ reason: PushReason, time: String = "", _ superseder: Superseder?, _ expiryCause: ExpiryCause?
    ) -> String {
        let by = superseder?.conversionId.map { ": \($0) of the same subscriber started" } ?? ""
        let cause = expiryCause.map { ": \($0.text)" } ?? ""
        return "\(reason.rawValue)\(time)\(by)\(cause) (\(reason.rule))"
    }

    /// Why a boundary that fired does not show what it told.
    private func why(_ boundary: JSONValue, phase: String?, _ state: JSONValue) -> [Line] {
        var lines: [Line] = []
        let status = boundary["status"]?.stringValue
        let isQueued = state["queuePosition"] != nil
        let noStatus = Boundary.whyNoStatus(status, rules.stages)
        append(noStatus ?? whyStatus(status, isTyped: false, state, isQueued: isQueued), "status", &lines)
        let words = boundary["displayStatus"]?.stringValue
        append(whyWords(words, status, isQueued ? "queued" : phase, state), "displayStatus", &lines)
        return lines
    }

    /// Why a push was sent, and why as it was.
    func why(_ view: PushView, phase: String?) -> [Line] {
        var lines: [Line] = []
        if let reason = view.push["reason"]?.stringValue.flatMap(PushReason.init) {
            lines.append(("push", Self.why(reason, view.superseder, view.expiryCause)))
        }
        if let boundary = view.boundary, let state = view.push["contentState"] {
            lines += why(boundary, phase: phase, state)
        }
        if view.isDemoted {
            let budget = rules.policy.urgentPerHour
            lines.append(
                ("priority", "5, though it is urgent: the hour's budget of \(budget) urgent pushes is spent (N4)"))
        }
        if view.push["event"]?.stringValue != PushEvent.end.rawValue, view.push["staleAt"] == nil {
            let why = phase == "paused" ? "left out in a pause (T5)" : "left out: none was ahead (D2)"
            lines.append(("staleAt", why))
        }
        return lines
    }
}
