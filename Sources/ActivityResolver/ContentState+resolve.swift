extension ContentState {
    /// What to show at `now`, Unix seconds, of the content state that came last; by the relay's rules.
    ///
    /// - The ring moves by time, up to 0.95, and never back (P3, P4). Beside a fixed end, whose countdown it carries, it
    ///   goes by that. Beside an ETA it goes by `startedAt`, the activity's, and takes the stage's label with it (L2); that
    ///   instant is in no content state, but `GET /v1/activities/{conversionId}` has it. Without it the ring stands where
    ///   the relay said last.
    /// - Past the end of a countdown the overflow wording stands in for the subtitle (T6).
    /// - An ETA that has passed goes (D1), and so does a stale date, which makes the content stale (D2).
    ///
    /// All else is as it was sent. Where the activity was in line or paused before, or what its backend said waits for its
    /// stage, the relay knows more than a content state holds: then the ring may be ahead of the relay's, and a label a
    /// beat early, until the next message.
    ///
    /// - Parameters:
    ///   - now: the instant, Unix seconds.
    ///   - startedAt: when the activity began, Unix seconds; nil: not known.
    ///   - stages: the stages of the relay's configuration.
    public func resolve(now: Double, startedAt: Double? = nil, stages: StageList = .standard) -> Shown {
        var state = self
        let isPastEnd = timer?.isOver(at: now) ?? false
        state.advance(to: now, startedAt: startedAt, stages)
        if isPastEnd, let subtitleOverflow { state.subtitle = subtitleOverflow }
        if !hasFixedEnd, let eta = estimatedCompletionDate, Tolerance.reached(eta, at: now) {
            state.estimatedCompletionDate = nil
        }
        let isStale = staleAt.map { Tolerance.reached($0, at: now) } ?? false
        if isStale { state.staleAt = nil }
        return Shown(
            contentState: state, clock: timer?.reading(now: now, hasWording: subtitleOverflow != nil),
            isStale: isStale, isPastEnd: isPastEnd)
    }

    /// Whether the ETA is a real endpoint: then a countdown to it is carried (T2).
    private var hasFixedEnd: Bool {
        estimatedCompletionDate != nil && timer?.countDownEnd == estimatedCompletionDate
    }

    /// Moves the ring to where time has taken it, and the label with it.
    private mutating func advance(to now: Double, startedAt: Double?, _ stages: StageList) {
        if hasFixedEnd, case .countDown(let from, let until)? = timer {
            progress = max(progress, Self.timeBased(from: from, until: until, at: now))
        } else if let startedAt, let eta = estimatedCompletionDate {
            progress = max(progress, Self.timeBased(from: startedAt, until: eta, at: now))
            raiseStage(stages)
        }
    }

    /// The share of the time that has gone, cut as the relay cuts it.
    private static func timeBased(from: Double, until: Double, at now: Double) -> Double {
        guard from < until else { return 0 }
        return Tolerance.emitted(min(Run.timeCap, max(0, (now - from) / (until - from))))
    }

    /// The stage that the progress reaches by itself, if that is a higher one (L4).
    private mutating func raiseStage(_ stages: StageList) {
        guard let rank = stages.rank(ofId: status) else { return }
        let derived = stages.derivedRank(progress: progress)
        guard derived > rank else { return }
        status = stages.stages[derived].id
        displayStatus = stages.stages[derived].label
    }
}
