/// The state of one run of an activity: from its start, or restart, to its end.
public struct Run: Equatable, Sendable {
    /// When it began, Unix seconds, never later than its receipt (S1).
    public var startedAt: Double
    /// The same as it was told, before it was cut to now (S3).
    public var startedAtTold: Double
    /// Whether another run came before it (S3).
    public var isRestart: Bool

    /// The highest progress the backend has sent, 0…1 (P1).
    public var raw = 0.0
    /// The progress the backend last sent, whatever came of it; nil where it sent none.
    public var lastTold: Double?
    /// No reader saw a higher value before the last event (P5).
    public var floor = 0.0
    /// The highest rank reached (L4).
    public var rank = 0
    /// What has elapsed.
    public var clock: ElapsedClock
    /// How long the run takes by its ETA, seconds of elapsed time (P2).
    public var total: Double?
    /// The rank of the latest listed label (L3).
    public var backendRank: Int?
    /// The status as the backend last sent it.
    public var backendStatus: String?
    /// The backend's own words.
    public var words: Words?

    /// The ETA as it was told, Unix seconds; a fixed one moves with pauses.
    public var estimatedCompletionDate: Double?
    /// When it was told, if that was in the present pause.
    public var etaToldAt: Double?
    /// Whether the ETA is a real endpoint.
    public var fixedEnd = false
    /// The title.
    public var trackTitle: String?
    /// The second line.
    public var subtitle: String?
    /// Its wording past a countdown's end.
    public var subtitleOverflow: String?
    /// `#RRGGBB`.
    public var accentColor: String?
    /// The app's own fields.
    public var extra: Extra?
    /// The relevance.
    public var relevanceScore: Double?
    /// The event's own clock.
    public var timer: ActivityTimer?
    /// When that was told, if that was in the present pause.
    public var timerToldAt: Double?
    /// The event's own stale date, where it was ahead when it came.
    public var ownStaleAt: Double?

    /// The place in line, from 1, while in the queue.
    public var queuePosition: Int?
    /// Since when it is paused, Unix seconds.
    public var pausedAt: Double?
    /// How long earlier pauses took, seconds.
    public var pausedTotal = 0.0
    /// The boundary to come.
    public var boundary: Boundary?
    /// When the last one fired.
    public var boundaryFiredAt: Double?
    /// The countdown end whose overflow has been told of (T6).
    public var overflowTold: Double?

    /// The fields told by events of this run.
    public var told: Told = []
    /// The highest sequence applied (E3).
    public var highestSequence: Int?
    /// The highest occurredAt applied (E3).
    public var highestOccurredAt: Double?
    /// Receipt of the last event, the sign of life of X2 and D2.
    public var lastEventAt: Double

    /// A run that began at `startedAt` and of which an event came at `receivedAt`.
    public init(startedAt: Double, startedAtTold: Double, isRestart: Bool, receivedAt: Double) {
        self.startedAt = startedAt
        self.startedAtTold = startedAtTold
        self.isRestart = isRestart
        self.lastEventAt = receivedAt
        self.clock = ElapsedClock(runningSince: startedAt)
    }

    /// Whether an event of it was applied.
    var hasBegun: Bool { highestOccurredAt != nil }
    /// In line.
    public var isQueued: Bool { queuePosition != nil }
    /// Paused.
    public var isPaused: Bool { pausedAt != nil }
    /// Neither.
    public var isActive: Bool { !isQueued && !isPaused }

    /// Whether the ETA is a real endpoint; without a date it is none (T2).
    public var hasFixedEnd: Bool { fixedEnd && estimatedCompletionDate != nil }

    /// The phase while the run lasts (T5).
    public var phase: Phase { isPaused ? .paused : isQueued ? .queued : .active }
}
