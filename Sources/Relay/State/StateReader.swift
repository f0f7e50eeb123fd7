import ActivityResolver
import JSON
import Push

/// Reads a state that `JSONWriter.state` wrote.
struct StateReader {
    let rules: Rules
    // What was taken in once is not refused for a mapping that was configured later.
    private let events = EventDecoder(reserved: [])

    init(_ rules: Rules) {
        self.rules = rules
    }

    /// The state in `bytes`, whose names stand in its row.
    func read(_ bytes: [UInt8], conversionId: String, subscriberId: String?) throws(JSONError) -> ActivityState {
        var reader = JSONReader(bytes, limits: Self.limits)
        let state = try read(&reader, conversionId: conversionId, subscriberId: subscriberId)
        try reader.finish()
        return state
    }

    /// A label may be as long as its configuration; nothing here is longer than what was taken in.
    static let limits = JSONLimits(depth: 64, textBytes: 64 * 1024)

    /// The state that comes next; what it does not name is named as given.
    func read(
        _ reader: inout JSONReader, conversionId: String = "", subscriberId: String? = nil
    ) throws(JSONError) -> ActivityState {
        var name = conversionId
        var subscriber = subscriberId
        var state = ActivityState.unknown(conversionId)
        var run: Run?
        var attempt: Int?
        var isKnownByEndOnly = false
        var ending: Ending?
        var cadence = Cadence()
        var shared: [SharedFields] = []
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(StateKeys.top, seen: &seen) {
            switch StateKeys.Top(rawValue: index) {
            case .conversionId: name = try reader.readString()
            case .subscriberId: subscriber = try reader.readString()
            case .attempt: attempt = try EventDecoder.attempt(&reader)
            case .byEndOnly: isKnownByEndOnly = try reader.readBool()
            case .run: run = try self.run(&reader)
            case .ending: ending = try self.ending(&reader)
            case .cadence: cadence = try self.cadence(&reader)
            case .deliveries: (state.deliveries, state.outlets, shared) = try self.deliveries(&reader)
            case .registered: state.wasRegistered = try reader.readBool()
            case .retired:
                try reader.beginArray()
                while try reader.nextElement() { state.retired.append(try retired(&reader)) }
            case .startsDue: state.startsDue = try instant(&reader)
            case .startAlert: state.startAlert = try EventDecoder.alert(&reader)
            case .muted:
                try reader.beginArray()
                while try reader.nextElement() { state.muted.append(try reader.readString()) }
            case nil: break
            }
        }
        // A row that lost it is no activity that began in 1970.
        guard let run else { throw reader.faultInContainer("\"run\" is missing") }
        state.activity = Activity(conversionId: name, subscriberId: subscriber, attempt: attempt, run: run)
        state.activity.isKnownByEndOnly = isKnownByEndOnly
        state.activity.ending = ending
        state.activity.cadence = cadence
        // Only now: who passes a state on may have put its members in another order.
        for (index, shared) in shared.enumerated() { shared.fill(&state.deliveries[index].pushed, from: run) }
        return state
    }

    /// A stage by its id; one that is configured no more counts as the lowest.
    private func rank(_ reader: inout JSONReader) throws(JSONError) -> Int {
        rules.stages.rank(ofId: try reader.readString()) ?? 0
    }

    /// Later than any instant that is taken in, for pauses move some of them, and a clock that is set back to before.
    private static let latestInstant = 1e12

    private func instant(_ reader: inout JSONReader) throws(JSONError) -> Double {
        let instant = try reader.readDouble()
        guard abs(instant) <= Self.latestInstant else { throw reader.fault("this is no instant") }
        return instant
    }

    /// A span of time, seconds; one before a fixed end that was past may be negative.
    private func seconds(_ reader: inout JSONReader) throws(JSONError) -> Double {
        let seconds = try reader.readDouble()
        guard abs(seconds) <= EventDecoder.latestInstant else { throw reader.fault("this is no span of time") }
        return seconds
    }

    private func word<Value: RawRepresentable>(
        _ reader: inout JSONReader
    ) throws(JSONError) -> Value where Value.RawValue == String {
        let text = try reader.readString()
        guard let value = Value(rawValue: text) else {
            throw reader.fault("unknown word \"\(LogText.shortened(text))\"")
        }
        return value
    }

    // MARK: Run

    private func run(_ reader: inout JSONReader) throws(JSONError) -> Run {
        var run = Run.unknown
        var told: Double?
        var runningSince: Double??
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(StateKeys.run, seen: &seen) {
            guard let key = StateKeys.Run(rawValue: index) else { continue }
            switch key {
            case .startedAt: run.startedAt = try instant(&reader)
            case .told: told = try instant(&reader)
            case .restart: run.isRestart = try reader.readBool()
            case .raw: run.raw = try EventDecoder.progress(&reader)
            case .lastTold: run.lastTold = try EventDecoder.progress(&reader)
            case .floor: run.floor = try EventDecoder.progress(&reader)
            case .rank: run.rank = try rank(&reader)
            case .elapsed: run.clock.base = try seconds(&reader)
            case .runningSince: runningSince = .some(try reader.readNull() ? nil : try instant(&reader))
            case .total: run.total = try seconds(&reader)
            case .backendRank: run.backendRank = try rank(&reader)
            case .backendStatus: run.backendStatus = try reader.readString()
            case .words: run.words = try words(&reader)
            default: try readContent(key, into: &run, &reader)
            }
        }
        run.startedAtTold = told ?? run.startedAt
        if run.raw > 0 { run.lastTold = run.lastTold ?? run.raw }
        if run.backendStatus == nil { run.backendStatus = run.backendRank.map { rules.stages.stages[$0].id } }
        run.highestOccurredAt = run.highestOccurredAt ?? run.lastEventAt
        run.clock.runningSince = runningSince ?? run.startedAt
        return run
    }

    private func readContent(
        _ key: StateKeys.Run, into run: inout Run, _ reader: inout JSONReader
    ) throws(JSONError) {
        switch key {
        case .eta: run.estimatedCompletionDate = try instant(&reader)
        case .etaToldAt: run.etaToldAt = try instant(&reader)
        case .fixedEnd: run.fixedEnd = try reader.readBool()
        case .trackTitle: run.trackTitle = try reader.readString()
        case .subtitle: run.subtitle = try reader.readString()
        case .subtitleOverflow: run.subtitleOverflow = try reader.readString()
        case .accentColor: run.accentColor = try reader.readString()
        case .extra: run.extra = try events.extra(&reader)
        case .canonicalExtra: try reader.skipValue()
        case .relevanceScore: run.relevanceScore = try EventDecoder.number(&reader)
        case .timer: run.timer = try EventDecoder.timer(&reader, instant)
        case .timerToldAt: run.timerToldAt = try instant(&reader)
        case .staleAt: run.ownStaleAt = try instant(&reader)
        default: try readCourse(key, into: &run, &reader)
        }
    }

    private func readCourse(
        _ key: StateKeys.Run, into run: inout Run, _ reader: inout JSONReader
    ) throws(JSONError) {
        switch key {
        case .queuePosition: run.queuePosition = try EventDecoder.position(&reader)
        case .pausedAt: run.pausedAt = try instant(&reader)
        case .pausedTotal: run.pausedTotal = try seconds(&reader)
        case .boundary: run.boundary = try events.boundary(&reader)
        case .boundaryFiredAt: run.boundaryFiredAt = try instant(&reader)
        case .overflowTold: run.overflowTold = try instant(&reader)
        case .fields: run.told = Told(rawValue: try reader.readInteger())
        case .sequence: run.highestSequence = try reader.readInteger()
        case .occurredAt: run.highestOccurredAt = try instant(&reader)
        case .lastEventAt: run.lastEventAt = try instant(&reader)
        default: try reader.skipValue()
        }
    }

    private func words(_ reader: inout JSONReader) throws(JSONError) -> Words {
        var words = Words(text: "", rank: 0, source: .displayStatus)
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(StateKeys.words, seen: &seen) {
            switch StateKeys.Words(rawValue: index) {
            case .text: words.text = try reader.readString()
            case .rank: words.rank = try rank(&reader)
            case .source: words.source = try word(&reader)
            case nil: break
            }
        }
        return words
    }

    // MARK: Ending and cadence

    private func ending(_ reader: inout JSONReader) throws(JSONError) -> Ending {
        let nothing = ContentState(status: "", displayStatus: "", progress: 0)
        var ending = Ending(phase: .cancelled, at: 0, dismissalDate: 0, contentState: nothing)
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(StateKeys.ending, seen: &seen) {
            switch StateKeys.Ending(rawValue: index) {
            case .phase: ending.phase = try word(&reader)
            case .at: ending.at = try instant(&reader)
            case .dismissalDate: ending.dismissalDate = try instant(&reader)
            case .contentState: ending.contentState = try contentState(&reader)
            case .relevanceScore: ending.relevanceScore = try EventDecoder.number(&reader)
            case nil: break
            }
        }
        return ending
    }

    private func cadence(_ reader: inout JSONReader) throws(JSONError) -> Cadence {
        var cadence = Cadence()
        var steps: [Int] = []
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(StateKeys.cadence, seen: &seen) {
            switch StateKeys.Cadence(rawValue: index) {
            case .last: cadence.lastPushAt = try instant(&reader)
            case .progress: cadence.lastProgress = try EventDecoder.progress(&reader)
            case .urgent:
                try reader.beginArray()
                while try reader.nextElement() { cadence.urgentAt.append(try instant(&reader)) }
            case .urgentSteps:
                try reader.beginArray()
                while try reader.nextElement() { steps.append(try reader.readInteger()) }
            case .waiting: cadence.waiting = try waiting(&reader)
            case nil: break
            }
        }
        guard let later = InstantSteps.instants(steps, after: cadence.urgentAt.last) else {
            throw reader.faultInContainer("\"urgentSteps\" lead to no instant")
        }
        cadence.urgentAt += later
        return cadence
    }

    private func waiting(_ reader: inout JSONReader) throws(JSONError) -> Cadence.Waiting {
        var at = 0.0
        var reason = PushReason.start
        var isUrgent = false
        var hasBoundary = false
        var alert: Alert?
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(StateKeys.waiting, seen: &seen) {
            switch StateKeys.Waiting(rawValue: index) {
            case .at: at = try instant(&reader)
            case .reason: reason = try word(&reader)
            case .urgent: isUrgent = try reader.readBool()
            case .boundary: hasBoundary = try reader.readBool()
            case .alert: alert = try EventDecoder.alert(&reader)
            case nil: break
            }
        }
        return Cadence.Waiting(
            at: at,
            change: Change(reason: reason, isUrgent: isUrgent, alert: alert, hasBoundary: hasBoundary))
    }

    // MARK: Deliveries

    /// With what of each one's content state is to be taken from the run.
    private func deliveries(
        _ reader: inout JSONReader
    ) throws(JSONError) -> ([Delivery], [Outlet], [SharedFields]) {
        var deliveries: [Delivery] = []
        var outlets: [Outlet] = []
        var shared: [SharedFields] = []
        try reader.beginArray()
        while try reader.nextElement() {
            let (delivery, outlet, fields) = try delivery(&reader)
            deliveries.append(delivery)
            outlets.append(outlet)
            shared.append(fields)
        }
        return (deliveries, outlets, shared)
    }

    private func delivery(_ reader: inout JSONReader) throws(JSONError) -> (Delivery, Outlet, SharedFields) {
        var delivery = Delivery(target: "", kind: .plain)
        var outlet = Outlet(sender: "")
        var pushed: ContentState?
        var ownStaleAt: Double?
        var shared: SharedFields = []
        var token: String?
        var environment = Environment.production
        var registeredAt = 0.0
        var attributesType: String?
        var deviceId: String?
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(StateKeys.delivery, seen: &seen) {
            switch StateKeys.Delivery(rawValue: index) {
            case .target: delivery.target = try reader.readString()
            case .kind: delivery.kind = try word(&reader)
            case .sender: outlet.sender = try reader.readString()
            case .number: outlet.number = try EventDecoder.position(&reader)
            case .live: delivery.isLive = try reader.readBool()
            case .waits: delivery.waits = try reader.readBool()
            case .pushed: pushed = try contentState(&reader)
            case .staleAt: ownStaleAt = try instant(&reader)
            case .sending: outlet.sending = try owed(&reader)
            case .owed: outlet.owed = try owed(&reader)
            case .retryAt: outlet.retryAt = try instant(&reader)
            case .failures: outlet.failures = try EventDecoder.position(&reader)
            case .token: token = try reader.readString()
            case .environment: environment = try word(&reader)
            case .registeredAt: registeredAt = try instant(&reader)
            case .knowsEnd: outlet.knowsEnd = try reader.readBool()
            case .held: outlet.held = try EventDecoder.position(&reader)
            case .timestamp: outlet.timestamp = try EventDecoder.position(&reader)
            case .attributesType: attributesType = try reader.readString()
            case .device: deviceId = try reader.readString()
            case .spent: outlet.isSpent = try reader.readBool()
            case .shared: shared = SharedFields(rawValue: try reader.readInteger())
            case nil: break
            }
        }
        outlet.registration = token.map {
            Outlet.Registered(
                place: Place(token: $0, environment: environment, attributesType: attributesType), at: registeredAt,
                deviceId: deviceId)
        }
        delivery.pushed = pushed.map { Pushed(contentState: $0, ownStaleAt: ownStaleAt) }
        if outlet.sender.isEmpty { outlet.sender = delivery.target }
        return (delivery, outlet, shared)
    }

    private func retired(_ reader: inout JSONReader) throws(JSONError) -> RetiredTarget {
        var target = RetiredTarget(target: "", sender: "", reason: "", number: 0, knowsEnd: false)
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(StateKeys.retired, seen: &seen) {
            switch StateKeys.Retired(rawValue: index) {
            case .target: target.target = try reader.readString()
            case .sender: target.sender = try reader.readString()
            case .token: target.token = try reader.readString()
            case .reason: target.reason = try reader.readString()
            case .number: target.number = try EventDecoder.position(&reader)
            case .knowsEnd: target.knowsEnd = try reader.readBool()
            case .alert: target.alert = try EventDecoder.alert(&reader)
            case .timestamp: target.timestamp = try EventDecoder.position(&reader)
            case .device: target.deviceId = try reader.readString()
            case .started: target.hasStarted = try reader.readBool()
            case nil: break
            }
        }
        if target.sender.isEmpty { target.sender = target.target }
        return target
    }

    private func owed(_ reader: inout JSONReader) throws(JSONError) -> Outlet.Owed {
        var owed = Outlet.Owed(event: .update, priority: 10, reason: .retry, alert: nil, at: 0)
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(StateKeys.owed, seen: &seen) {
            switch StateKeys.Owed(rawValue: index) {
            case .event: owed.event = try word(&reader)
            case .priority: owed.priority = try reader.readInteger()
            case .reason: owed.reason = try word(&reader)
            case .alert: owed.alert = try EventDecoder.alert(&reader)
            case .at: owed.at = try instant(&reader)
            case .demoted: owed.isDemoted = try reader.readBool()
            case nil: break
            }
        }
        return owed
    }

    // MARK: Content state

    private func contentState(_ reader: inout JSONReader) throws(JSONError) -> ContentState {
        var state = ContentState(status: "", displayStatus: "", progress: 0)
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(StateKeys.content, seen: &seen) {
            switch StateKeys.Content(rawValue: index) {
            case .status: state.status = try reader.readString()
            case .displayStatus: state.displayStatus = try reader.readString()
            case .progress: state.progress = try EventDecoder.progress(&reader)
            case .estimatedCompletionDate: state.estimatedCompletionDate = try instant(&reader)
            case .trackTitle: state.trackTitle = try reader.readString()
            case .queuePosition: state.queuePosition = try EventDecoder.position(&reader)
            case .staleAt: state.staleAt = try instant(&reader)
            case .timer: state.timer = try EventDecoder.timer(&reader, instant)
            case .subtitle: state.subtitle = try reader.readString()
            case .subtitleOverflow: state.subtitleOverflow = try reader.readString()
            case .accentColor: state.accentColor = try reader.readString()
            case .extra: state.extra = try events.extra(&reader)
            case .canonicalExtra: try reader.skipValue()
            case nil: break
            }
        }
        return state
    }
}
