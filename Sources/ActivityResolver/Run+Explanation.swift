extension Run {
    /// Why each value is shown as it is, with the rule that chose it; by the content state's names.
    package func explanation(at now: Double, _ rules: Rules) -> [(field: String, why: String)] {
        var lines = [("progress", whyProgress(at: now, rules.policy))]
        let rank = rank(emitted: emittedProgress(at: now, rules.policy), rules.stages)
        lines.append(("status", whyStatus(rank, at: now, rules)))
        lines.append(("displayStatus", whyDisplayStatus(rank, rules)))
        if let why = whyCompletionDate(at: now) { lines.append(("estimatedCompletionDate", why)) }
        lines.append(("staleAt", whyStaleAt(at: now, rules.policy)))
        if let why = whyTimer() { lines.append(("timer", why)) }
        if showsOverflow(at: now, for: .plain) {
            lines.append(("subtitle", "the overflow wording: the countdown is over (T6)"))
        }
        return lines.map { (field: $0.0, why: $0.1) }
    }

    private func whyProgress(at now: Double, _ policy: Policy) -> String {
        if isQueued {
            return "0 in the queue; what was reached, \(Tolerance.emitted(floor)), is kept for the way out (Q1)"
        }
        switch progressSource(at: now, policy) {
        case .told: return "the backend's own (P1)"
        case .time:
            let elapsed = Self.seconds(clock.elapsed(at: now))
            let isCapped = timeBased(at: now, policy) >= Self.timeCap
            let cap = isCapped ? ", and time alone reaches no more than 0.95" : ""
            return "\(elapsed) s have elapsed of \(Self.seconds(effectiveTotal(policy) ?? 0)) s\(cap) (P3)"
        case .floor:
            return "the backend last said \(lastTold ?? 0); what was shown does not go back (P1, P4)"
        case .nothing: return whyNothing(policy)
        }
    }

    /// Why the ring stands though the backend told no progress.
    private func whyNothing(_ policy: Policy) -> String {
        if Tolerance.emitted(floor) > 0 { return "no progress was told; what was shown does not go back (P4)" }
        if let total = effectiveTotal(policy), total > 0 {
            return "no progress was told, and nothing has elapsed yet of \(Self.seconds(total)) s (P3)"
        }
        guard estimatedCompletionDate != nil else {
            return "nothing was told, and no ETA or expectedDuration lets time move it (P2)"
        }
        return fixedEnd
            ? "no progress was told, and the fixed end left no time to move it as it came (P2, P3)"
            : "no progress was told, and an ETA that was past as it came lets no time move it (P2)"
    }

    private func whyStatus(_ rank: Int, at now: Double, _ rules: Rules) -> String {
        if isQueued { return "it is in line (Q1)" }
        let emitted = emittedProgress(at: now, rules.policy)
        if let told = backendRank, backendRank(emitted: emitted, rules.stages) == rank {
            guard told != rank else { return "the backend's own (L3)" }
            return "the backend's \(rules.stages.stages[told].id) is not believed yet (L3)"
        }
        if derivedRank(emitted: emitted, rules.stages) == rank {
            return leavesLabelToBackend(rank, emitted, rules.stages)
                ? "beside a fixed end time moves no label: the backend says it, by status or displayStatus (L2)"
                : "the progress has reached it (L2)"
        }
        return "reached before; a stage never goes back (L4)"
    }

    /// Whether the ring, moved by time, is where a higher stage would be shown but for the fixed end.
    private func leavesLabelToBackend(_ rank: Int, _ emitted: Double, _ stages: StageList) -> Bool {
        hasFixedEnd && stages.derivedRank(progress: emitted) > rank
    }

    private func whyDisplayStatus(_ rank: Int, _ rules: Rules) -> String {
        if isPaused, let label = rules.pausedLabel, !label.isEmpty { return "it is paused (T5)" }
        if isQueued { return "it is in line (Q1)" }
        if let words, words.rank == rank { return "the backend's own words (L5)" }
        guard let words else { return "the stage's label (L5)" }
        let stage = rules.stages.stages[min(words.rank, rules.stages.stages.count - 1)].id
        guard words.rank > rank else {
            return "the stage's label: the backend's words were \(stage)'s, which is over (L5)"
        }
        return "the stage's label: the backend's words wait with \(stage) (L3, L5)"
    }

    private func whyCompletionDate(at now: Double) -> String? {
        guard estimatedCompletionDate != nil else { return nil }
        if isPaused { return "left out in a pause (T5)" }
        if isQueued { return "left out in the queue (Q1)" }
        if shownCompletionDate(at: now) == nil { return "left out: it is past (D1)" }
        guard fixedEnd else { return "the backend's own (D1)" }
        guard let estimatedCompletionDate, Tolerance.reached(estimatedCompletionDate, at: now) else {
            return "the fixed end (T2)"
        }
        return "the fixed end, which stays though it is past (T2, D1)"
    }

    private func whyStaleAt(at now: Double, _ policy: Policy) -> String {
        if isPaused { return "left out in a pause (T5)" }
        guard let shown = shownStaleAt(at: now, policy) else {
            return "left out: \(whyNoStaleAt(at: now, policy)) (D2)"
        }
        if shown == ownStaleAt { return "the backend's own (D2)" }
        let own = ownStaleAt == nil ? "" : "; the backend's own is past"
        if fixedEnd && shown == estimatedCompletionDate { return "the fixed end\(own) (D2)" }
        return "the last event and staleAfter\(own) (D2)"
    }

    private func whyNoStaleAt(at now: Double, _ policy: Policy) -> String {
        guard let past = staleAt(at: now, policy) else { return "a timer of the backend's own needs none" }
        if past == ownStaleAt { return "the backend's own is past, and nothing came since" }
        if fixedEnd && past == estimatedCompletionDate { return "the fixed end is past" }
        return "the last event is staleAfter or more ago, and a past one would hide the card"
    }

    private func whyTimer() -> String? {
        guard shownTimer() != nil else {
            guard hasFixedEnd, !isQueued else { return nil }
            let wording = subtitleOverflow == nil ? "" : ", and so no overflow wording"
            return "none: the fixed end is not later than the start\(wording) (T2, T6)"
        }
        let source = timer == nil ? "the fixed end's countdown (T2)" : "the backend's own (T2)"
        return isPaused ? "\(source), frozen in a pause (T4)" : source
    }

    private static func seconds(_ value: Double) -> String {
        String(Double(Int(min(max(value, -1e9), 1e9) * 10)) / 10)
    }
}
