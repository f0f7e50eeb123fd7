import ActivityResolver
import JSON

/// An activity's events as a recording that replay takes, `{"at":t,"event":{…}}` a line, and that leads to the same pushes
/// again.
///
/// What the texts of events lack and what happened to them otherwise is put in: the conversionId of a path, the eventId of a
/// header, a subscriberId that a registration taught, and the start of another activity that superseded this one.
struct Recording {
    let conversionId: String
    private var isSubscriberKnown = false
    // Whose start was told last: it takes a push from each target.
    private var lastSuperseder: Superseder?

    /// The most events of a recording, and its most bytes: of a longer history it has the end.
    static let mostEvents = 10_000
    static let mostBytes = 32 * 1024 * 1024

    /// The lines of these items, oldest first.
    static func bytes(_ items: [HistoryItem], of conversionId: String) -> [UInt8] {
        var recording = Recording(conversionId: conversionId)
        var pieces: [[UInt8]] = []
        for index in items.indices {
            var writer = JSONWriter(capacity: 512)
            recording.write(items, index, &writer)
            pieces.append(writer.take())
        }
        return end(of: pieces)
    }

    /// As many of the last pieces as fit.
    private static func end(of pieces: [[UInt8]]) -> [UInt8] {
        var size = 0
        let kept = pieces.reversed().prefix { piece in
            size += piece.count
            return size <= mostBytes
        }
        return kept.reversed().flatMap(\.self)
    }

    private init(conversionId: String) {
        self.conversionId = conversionId
    }

    private mutating func write(_ items: [HistoryItem], _ index: Int, _ writer: inout JSONWriter) {
        switch items[index].content {
        case .event(let event):
            guard event.outcome != "refused", let raw = event.raw?.objectValue else { return }
            let pushes = Self.pushes(items[(index + 1)...])
            // Superseded as it came: then the later start was there before.
            if event.phase == Phase.superseded.rawValue { startBefore(event, pushes, at: items[index].at, &writer) }
            line(raw, event, pushes, at: items[index].at, &writer)
        case .push(let push):
            if push.superseder?.conversionId != nil { start(push, at: items[index].at, name: conversionId, &writer) }
        case .change(let change):
            guard change.superseder?.conversionId != nil else { return }
            let subscriberId = change.body["subscriberId"]?.stringValue
            start(change.superseder, of: subscriberId, at: items[index].at, name: conversionId, &writer)
        case .registration: break
        }
    }

    /// The pushes until the next event.
    private static func pushes(_ items: ArraySlice<HistoryItem>) -> [PushView] {
        var pushes: [PushView] = []
        for item in items {
            switch item.content {
            case .event: return pushes
            case .push(let push): pushes.append(push)
            case .change, .registration: continue
            }
        }
        return pushes
    }

    private mutating func line(
        _ raw: [JSONMember], _ event: EventView, _ pushes: [PushView], at now: Double, _ writer: inout JSONWriter
    ) {
        Self.begin(at: now, &writer)
        let names = Set(raw.map(\.name))
        if !names.contains("conversionId") { writer.member("conversionId", conversionId) }
        if !names.contains("eventId") { writer.member("eventId", event.body["eventId"]?.stringValue) }
        if names.contains("subscriberId") { isSubscriberKnown = true }
        if !isSubscriberKnown, let learned = pushes.lazy.compactMap({ $0.push["subscriberId"]?.stringValue }).first {
            writer.member("subscriberId", learned)
            isSubscriberKnown = true
        }
        for member in raw {
            writer.key(member.name)
            writer.value(member.value)
        }
        Self.end(&writer)
    }

    /// The later start that was there before the event; where the event does not tell it, its end push does.
    private mutating func startBefore(
        _ event: EventView, _ pushes: [PushView], at now: Double, _ writer: inout JSONWriter
    ) {
        let subscriberIds = [event.raw?["subscriberId"]] + pushes.map { $0.push["subscriberId"] }
        start(
            event.superseder ?? pushes.lazy.compactMap(\.superseder).first,
            of: subscriberIds.lazy.compactMap { $0?.stringValue }.first, at: now,
            name: "\(conversionId.prefix(120)).later", &writer)
    }

    /// The start of the activity that superseded this one; of several pushes of one start the first has it.
    private mutating func start(_ push: PushView, at now: Double, name: String, _ writer: inout JSONWriter) {
        start(push.superseder, of: push.push["subscriberId"]?.stringValue, at: now, name: name, &writer)
    }

    private mutating func start(
        _ superseder: Superseder?, of subscriberId: String?, at now: Double, name: String, _ writer: inout JSONWriter
    ) {
        guard let superseder, superseder != lastSuperseder, let subscriberId else { return }
        lastSuperseder = superseder
        Self.begin(at: now, &writer)
        writer.member("conversionId", superseder.conversionId ?? name)
        writer.member("subscriberId", subscriberId)
        writer.member("type", EventType.start.rawValue)
        writer.member("startedAt", superseder.startedAt)
        Self.end(&writer)
    }

    private static func begin(at now: Double, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("at", now)
        writer.key("event")
        writer.beginObject()
    }

    private static func end(_ writer: inout JSONWriter) {
        writer.endObject()
        writer.endObject()
        writer.newline()
    }
}
