extension Run {
    /// The highest stage that the progress reaches by itself (L2).
    ///
    /// Beside a fixed end the backend's progress alone counts: nothing is pushed for time passing then.
    func derivedRank(emitted: Double, _ stages: StageList) -> Int {
        stages.derivedRank(progress: hasFixedEnd ? Tolerance.emitted(raw) : emitted)
    }

    /// The rank of the backend's latest listed label, or the highest below it that is not barred (L3).
    func backendRank(emitted: Double, _ stages: StageList) -> Int? {
        guard let backendRank else { return nil }
        let upTo = stages.stages.prefix(backendRank + 1)
        return upTo.lastIndex { $0.notBefore.map { $0 <= emitted + Tolerance.progress } ?? true }
    }

    /// Whichever is higher wins, never whichever came last (L4).
    func rank(emitted: Double, _ stages: StageList) -> Int {
        let backend = backendRank(emitted: emitted, stages) ?? 0
        return min(max(rank, backend, derivedRank(emitted: emitted, stages)), stages.stages.count - 1)
    }

    /// The words shown: the first that applies of T5, an end's own aside.
    func displayStatus(rank: Int, _ rules: Rules) -> String {
        if isPaused, let label = rules.pausedLabel, !label.isEmpty { return label }
        if let queuePosition { return rules.queueLabel.text(queuePosition) }
        if let words, words.rank == rank { return words.text }
        return rules.stages.stages[rank].label
    }
}
