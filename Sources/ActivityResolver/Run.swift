/// The state of one run of an activity: from its start, or restart, to its end.
package struct Run: Equatable, Sendable {
    /// When it began, Unix seconds, never later than its receipt (S1).
    package var startedAt: Double
    /// The same as it was told, before it was cut to now (S3).
    package var startedAtTold: Double
    /// Whether another run came before it (S3).
    package var isRestart: Bool

    /// The highest progress the backend has sent, 0…1 (P1).
    package var raw = 0.0
    /// The progress the backend last sent, whatever came of it; nil where it sent none.
    package var lastTold: Double?
    /// No reader saw a higher value before the last event (P5).
    package var floor = 0.0
    /// The highest rank reached (L4).
    package var rank = 0
    /// What has elapsed.
    package var clock: ElapsedClock
    /// How long the run takes by its ETA, seconds of elapsed time (P2).
    package var total: Double?
    /// The rank of the latest listed label (L3).
    package var backendRank: Int?
    /// The status as the backend last sent it.
    package var backendStatus: String?
    /// The backend's own words.
    package var words: Words?

    /// The ETA as it was told, Unix seconds; a fixed one moves with pauses.
    package var estimatedCompletionDate: Double?
    /// When it was told, if that was in the present pause.
    package var etaToldAt: Double?
    /// Whether the ETA is a real endpoint.
    package var fixedEnd = false
    /// The title.
    package var trackTitle: String?
    /// The second line.
    package var subtitle: String?
    /// Its wording past a countdown's end.
    package var subtitleOverflow: String?
    /// `#RRGGBB`.
    package var accentColor: String?
    /// The app's own fields.
    package var extra: Extra?
    /// The relevance.
    package var relevanceScore: Double?
    /// The event's own clock.
    package var timer: ActivityTimer?
    /// When that was told, if that was in the present pause.
    package var timerToldAt: Double?
    /// The event's own stale date, where it was ahead when it came.
    package var ownStaleAt: Double?

    /// The place in line, from 1, while in the queue.
    package var queuePosition: Int?
    /// Since when it is paused, Unix seconds.
    package var pausedAt: Double?
    /// How long earlier pauses took, seconds.
    package var pausedTotal = 0.0
    /// The boundary to come.
    package var boundary: Boundary?
    /// When the last one fired.
    package var boundaryFiredAt: Double?
    /// The countdown end whose overflow has been told of (T6).
    package var overflowTold: Double?

    /// The fields told by events of this run.
    package var told: Told = []
    /// The highest sequence applied (E3).
    package var highestSequence: Int?
    /// The highest occurredAt applied (E3).
    package var highestOccurredAt: Double?
    /// Receipt of the last event, the sign of life of X2 and D2.
    package var lastEventAt: Double

    /// A run that began at `startedAt` and of which an event came at `receivedAt`.
    package init(startedAt: Double, startedAtTold: Double, isRestart: Bool, receivedAt: Double) {
        self.startedAt = startedAt
        self.startedAtTold = startedAtTold
        self.isRestart = isRestart
        self.lastEventAt = receivedAt
        self.clock = ElapsedClock(runningSince: startedAt)
    }

    /// Whether an event of it was applied.
    var hasBegun: Bool { highestOccurredAt != nil }
    /// In line.
    package var isQueued: Bool { queuePosition != nil }
    /// Paused.
    package var isPaused: Bool { pausedAt != nil }
    /// Neither.
    package var isActive: Bool { !isQueued && !isPaused }

    /// Whether the ETA is a real endpoint; without a date it is none (T2).
    package var hasFixedEnd: Bool { fixedEnd && estimatedCompletionDate != nil }

    /// The phase while the run lasts (T5).
    package var phase: Phase { isPaused ? .paused : isQueued ? .queued : .active }
}
