/// A device, or an activity on it, by the token that pushes go to: what it shows, and what it saw.
struct Device: Sendable {
    /// How long a card stays after its end where nothing is said, and at most, seconds.
    static let longestDismissal = 4 * 3600.0

    /// The token.
    let token: DeviceToken
    /// The place of its topic among the app's; nil before its first push.
    var topic: Int?
    /// How many pushes it was sent that APNs took.
    private(set) var pushes = 0
    /// When the last of them came, Unix seconds; nil where none did.
    private(set) var lastPushAt: Double?
    /// The requests for it that are not answered.
    var underWay: [RequestUnderWay] = []
    /// How many they are.
    var inFlight: Int { underWay.count }
    /// What it shows; nil before its first push.
    private(set) var shown: Shown?
    /// When its activity ended, Unix seconds; nil where none has.
    private(set) var endedAt: Double?
    /// The last pushes, where they are kept.
    private(set) var records: [PushRecord] = []

    /// What a device shows: the push with the newest timestamp.
    struct Shown: Equatable, Sendable {
        /// Unix seconds.
        var timestamp: Double
        /// What the push did.
        var event: PayloadEvent
        /// The content state as JSON; nil where there was none yet.
        var contentState: [UInt8]?
        /// When it gets stale, Unix seconds.
        var staleDate: Double?
        /// When it is to go, Unix seconds.
        var dismissalDate: Double?
    }

    /// The hashes of the last bodies: by them a push that comes again is known.
    private var lastBodies: [Int] = []
    private static let rememberedBodies = 8

    init(token: DeviceToken) {
        self.token = token
    }

    /// Counts a push that APNs took.
    mutating func count(now: Double) {
        pushes += 1
        lastPushAt = now
    }

    /// Takes a push that APNs took and that the device can read. What it objects to.
    mutating func take(_ payload: Payload, _ body: [UInt8], now: Double) -> Objection? {
        guard let event = payload.event, let timestamp = payload.timestamp else { return nil }
        let isRepeated = remember(body)
        // A start makes a card of its own: it is newer than none.
        if let shown, timestamp <= shown.timestamp, event != .start {
            // An end is taken whatever its timestamp: https://developer.apple.com/forums/thread/776165
            if event == .end, endedAt == nil { end(payload.dismissalDate, at: now) }
            return isRepeated ? nil : .olderThanShown(timestamp: timestamp, shown: shown.timestamp)
        }
        guard endedAt == nil || event == .start else { return .afterTheEnd }
        show(payload, event, timestamp, body)
        if event == .end { end(payload.dismissalDate, at: now) } else { endedAt = nil }
        return nil
    }

    private mutating func show(_ payload: Payload, _ event: PayloadEvent, _ timestamp: Double, _ body: [UInt8]) {
        let state = payload.contentState.map { Array(body[$0]) }
        let before = event == .start ? nil : shown?.contentState
        shown = Shown(
            timestamp: timestamp, event: event, contentState: state ?? before, staleDate: payload.staleDate,
            dismissalDate: payload.dismissalDate)
    }

    private mutating func end(_ dismissalDate: Double?, at now: Double) {
        endedAt = now
        shown?.event = .end
        shown?.dismissalDate = dismissalDate
    }

    /// Whether that body is one of the last.
    private mutating func remember(_ body: [UInt8]) -> Bool {
        var hasher = Hasher()
        body.withUnsafeBytes { hasher.combine(bytes: $0) }
        let hash = hasher.finalize()
        if lastBodies.contains(hash) { return true }
        if lastBodies.count == Self.rememberedBodies { lastBodies.removeFirst() }
        lastBodies.append(hash)
        return false
    }

    /// Keeps a push among the last `most`.
    mutating func keep(_ record: PushRecord, most: Int) {
        records.append(record)
        if records.count > most { records.removeFirst(records.count - most) }
    }

    // MARK: As of now

    /// Whether what it shows is stale.
    func isStale(now: Double) -> Bool {
        guard endedAt == nil, let date = shown?.staleDate else { return false }
        return now >= date
    }

    /// Whether there is a card: from the first push to its dismissal after the end.
    func isOnScreen(now: Double) -> Bool {
        guard let shown else { return false }
        guard let endedAt else { return true }
        let latest = endedAt + Self.longestDismissal
        return now < min(shown.dismissalDate ?? latest, latest)
    }
}
