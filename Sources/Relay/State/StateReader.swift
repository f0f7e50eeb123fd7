import ActivityResolver
import JSON

/// Reads a state that `JSONWriter.state` wrote.
struct StateReader {
    let rules: Rules
    // What was taken in once is not refused for a mapping that was configured later.
    private let events = EventDecoder(reserved: [])

    init(_ rules: Rules) {
        self.rules = rules
    }

    func read(_ bytes: [UInt8]) throws(JSONError) -> ActivityState {
        var reader = JSONReader(bytes, limits: Self.limits)
        let state = try read(&reader)
        try reader.finish()
        return state
    }

    /// A label may be as long as its configuration; nothing here is longer than what was taken in.
    static let limits = JSONLimits(depth: 64, textBytes: 64 * 1024)

    func read(_ reader: inout JSONReader) throws(JSONError) -> ActivityState {
        var activity = Activity(conversionId: "", subscriberId: nil, attempt: nil, run: Self.emptyRun)
        var conversionId = ""
        var deliveries: [TargetDelivery] = []
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(StateKeys.top, seen: &seen) {
            switch StateKeys.Top(rawValue: index) {
            case .conversionId: conversionId = try reader.readString()
            case .subscriberId: activity.subscriberId = try reader.readString()
            case .attempt: activity.attempt = try reader.readInteger()
            case .byEndOnly: activity.isKnownByEndOnly = try reader.readBool()
            case .run: activity.run = try run(&reader)
            case .ending: activity.ending = try ending(&reader)
            case .cadence: activity.cadence = try cadence(&reader)
            case .deliveries: deliveries = try self.deliveries(&reader)
            case nil: break
            }
        }
        var named = Activity(
            conversionId: conversionId, subscriberId: activity.subscriberId, attempt: activity.attempt,
            run: activity.run)
        named.isKnownByEndOnly = activity.isKnownByEndOnly
        named.ending = activity.ending
        named.cadence = activity.cadence
        return ActivityState(activity: named, deliveries: deliveries)
    }

    private static let emptyRun = Run(startedAt: 0, startedAtTold: 0, isRestart: false, receivedAt: 0)

    /// A stage by its id; one that is configured no more counts as the lowest.
    private func rank(_ reader: inout JSONReader) throws(JSONError) -> Int {
        rules.stages.rank(ofId: try reader.readString()) ?? 0
    }

    private func word<Value: RawRepresentable>(
        _ reader: inout JSONReader
    ) throws(JSONError) -> Value where Value.RawValue == String {
        let text = try reader.readString()
        guard let value = Value(rawValue: text) else { throw reader.fault("unknown word \"\(LogText.shortened(text))\"") }
        return value
    }

    // MARK: Run

    private func run(_ reader: inout JSONReader) throws(JSONError) -> Run {
        var run = Self.emptyRun
        var told: Double?
        var runningSince: Double??
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(StateKeys.run, seen: &seen) {
            guard let key = StateKeys.Run(rawValue: index) else { continue }
            switch key {
            case .startedAt: run.startedAt = try reader.readDouble()
            case .told: told = try reader.readDouble()
            case .restart: run.isRestart = try reader.readBool()
            case .raw: run.raw = try reader.readDouble()
            case .floor: run.floor = try reader.readDouble()
            case .rank: run.rank = try rank(&reader)
            case .elapsed: run.clock.base = try reader.readDouble()
            case .runningSince: runningSince = .some(try reader.readNull() ? nil : try reader.readDouble())
            case .total: run.total = try reader.readDouble()
            case .backendRank: run.backendRank = try rank(&reader)
            case .backendStatus: run.backendStatus = try reader.readString()
            case .words: run.words = try words(&reader)
            default: try readContent(key, into: &run, &reader)
            }
        }
        run.startedAtTold = told ?? run.startedAt
        run.clock.runningSince = runningSince ?? run.startedAt
        return run
    }

    private func readContent(
        _ key: StateKeys.Run, into run: inout Run, _ reader: inout JSONReader
    ) throws(JSONError) {
        switch key {
        case .eta: run.estimatedCompletionDate = try reader.readDouble()
        case .etaToldAt: run.etaToldAt = try reader.readDouble()
        case .fixedEnd: run.fixedEnd = try reader.readBool()
        case .trackTitle: run.trackTitle = try reader.readString()
        case .subtitle: run.subtitle = try reader.readString()
        case .subtitleOverflow: run.subtitleOverflow = try reader.readString()
        case .accentColor: run.accentColor = try reader.readString()
        case .extra: run.extra = try events.extra(&reader)
        case .relevanceScore: run.relevanceScore = try reader.readDouble()
        case .timer: run.timer = try EventDecoder.timer(&reader)
        case .timerToldAt: run.timerToldAt = try reader.readDouble()
        case .staleAt: run.ownStaleAt = try reader.readDouble()
        default: try readCourse(key, into: &run, &reader)
        }
    }

    private func readCourse(
        _ key: StateKeys.Run, into run: inout Run, _ reader: inout JSONReader
    ) throws(JSONError) {
        switch key {
        case .queuePosition: run.queuePosition = try reader.readInteger()
        case .pausedAt: run.pausedAt = try reader.readDouble()
        case .pausedTotal: run.pausedTotal = try reader.readDouble()
        case .boundary: run.boundary = try events.boundary(&reader)
        case .boundaryFiredAt: run.boundaryFiredAt = try reader.readDouble()
        case .overflowTold: run.overflowTold = try reader.readDouble()
        case .fields: run.told = Told(rawValue: try reader.readInteger())
        case .sequence: run.highestSequence = try reader.readInteger()
        case .occurredAt: run.highestOccurredAt = try reader.readDouble()
        case .lastEventAt: run.lastEventAt = try reader.readDouble()
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
            case .at: ending.at = try reader.readDouble()
            case .dismissalDate: ending.dismissalDate = try reader.readDouble()
            case .contentState: ending.contentState = try contentState(&reader)
            case .relevanceScore: ending.relevanceScore = try reader.readDouble()
            case nil: break
            }
        }
        return ending
    }

    private func cadence(_ reader: inout JSONReader) throws(JSONError) -> Cadence {
        var cadence = Cadence()
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(StateKeys.cadence, seen: &seen) {
            switch StateKeys.Cadence(rawValue: index) {
            case .last: cadence.lastPushAt = try reader.readDouble()
            case .progress: cadence.lastProgress = try reader.readDouble()
            case .urgent:
                try reader.beginArray()
                while try reader.nextElement() { cadence.urgentAt.append(try reader.readDouble()) }
            case .waiting: cadence.waiting = try waiting(&reader)
            case nil: break
            }
        }
        return cadence
    }

    private func waiting(_ reader: inout JSONReader) throws(JSONError) -> Cadence.Waiting {
        var at = 0.0
        var reason = PushReason.start
        var isUrgent = false
        var hasBoundary = false
        var isForPlainTargets = false
        var alert: Alert?
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(StateKeys.waiting, seen: &seen) {
            switch StateKeys.Waiting(rawValue: index) {
            case .at: at = try reader.readDouble()
            case .reason: reason = try word(&reader)
            case .urgent: isUrgent = try reader.readBool()
            case .boundary: hasBoundary = try reader.readBool()
            case .alert: alert = try EventDecoder.alert(&reader)
            case .plain: isForPlainTargets = try reader.readBool()
            case nil: break
            }
        }
        return Cadence.Waiting(
            at: at,
            change: Change(
                reason: reason, isUrgent: isUrgent, alert: alert, hasBoundary: hasBoundary,
                isForPlainTargets: isForPlainTargets))
    }

    // MARK: Deliveries

    private func deliveries(_ reader: inout JSONReader) throws(JSONError) -> [TargetDelivery] {
        var deliveries: [TargetDelivery] = []
        try reader.beginArray()
        while try reader.nextElement() { deliveries.append(try delivery(&reader)) }
        return deliveries
    }

    private func delivery(_ reader: inout JSONReader) throws(JSONError) -> TargetDelivery {
        var target = TargetDelivery(delivery: Delivery(target: "", kind: .plain), sender: "")
        var ownStaleAt: Double?
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(StateKeys.delivery, seen: &seen) {
            switch StateKeys.Delivery(rawValue: index) {
            case .target: target.delivery.target = try reader.readString()
            case .kind: target.delivery.kind = try word(&reader)
            case .sender: target.sender = try reader.readString()
            case .number: target.number = try reader.readInteger()
            case .live: target.delivery.isLive = try reader.readBool()
            case .waits: target.delivery.waits = try reader.readBool()
            case .pushed:
                target.delivery.pushed = Pushed(contentState: try contentState(&reader), ownStaleAt: nil)
            case .staleAt: ownStaleAt = try reader.readDouble()
            case .sending: target.sending = try owed(&reader)
            case .owed: target.owed = try owed(&reader)
            case .retryAt: target.retryAt = try reader.readDouble()
            case .failures: target.failures = try reader.readInteger()
            case nil: break
            }
        }
        target.delivery.pushed?.ownStaleAt = ownStaleAt
        if target.sender.isEmpty { target.sender = target.delivery.target }
        return target
    }

    private func owed(_ reader: inout JSONReader) throws(JSONError) -> TargetDelivery.Owed {
        var owed = TargetDelivery.Owed(event: .update, priority: 10, reason: .retry, alert: nil, at: 0)
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(StateKeys.owed, seen: &seen) {
            switch StateKeys.Owed(rawValue: index) {
            case .event: owed.event = try word(&reader)
            case .priority: owed.priority = try reader.readInteger()
            case .reason: owed.reason = try word(&reader)
            case .alert: owed.alert = try EventDecoder.alert(&reader)
            case .at: owed.at = try reader.readDouble()
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
            case .progress: state.progress = try reader.readDouble()
            case .estimatedCompletionDate: state.estimatedCompletionDate = try reader.readDouble()
            case .trackTitle: state.trackTitle = try reader.readString()
            case .queuePosition: state.queuePosition = try reader.readInteger()
            case .staleAt: state.staleAt = try reader.readDouble()
            case .timer: state.timer = try EventDecoder.timer(&reader)
            case .subtitle: state.subtitle = try reader.readString()
            case .subtitleOverflow: state.subtitleOverflow = try reader.readString()
            case .accentColor: state.accentColor = try reader.readString()
            case .extra: state.extra = try events.extra(&reader)
            case nil: break
            }
        }
        return state
    }
}
