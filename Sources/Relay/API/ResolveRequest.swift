import ActivityResolver
import JSON
import Push
import Storage

/// `POST /v1/resolve`: what would follow from events, in virtual time; nothing is stored or sent.
///
/// The state is opaque to clients: `{"activities":[…]}`, each as the store keeps it.
struct ResolveRequest {
    private let relay: VirtualRelay
    private let pushes: [Push]
    private let focus: String?
    private let rules: Rules

    private static let table = JSONKeyTable(["state", "events", "now"])
    private static let stateTable = JSONKeyTable(["activities"])

    /// Reads a body and lets its events happen.
    init(_ body: [UInt8], _ settings: APISettings) throws {
        rules = settings.rules
        var reader = JSONReader(body, limits: StateReader.limits)
        var states: [ResolveState] = []
        var events: [RecordedLine]?
        var now: Double?
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(Self.table, seen: &seen) {
            switch index {
            case 0: states = try Self.states(&reader, settings.rules)
            case 1: events = try Self.events(&reader, settings.intake.decoder)
            default: now = try EventDecoder.instant(&reader)
            }
        }
        guard let events else { throw reader.faultInContainer("\"events\" is missing") }
        guard let now else { throw reader.faultInContainer("\"now\" is missing") }
        try reader.finish()
        relay = VirtualRelay(rules: settings.rules, eventIds: settings.eventIds)
        try relay.load(states)
        pushes = try Self.run(relay, events, until: now)
        focus = events.last?.event.conversionId ?? states.last?.state.activity.conversionId
    }

    /// How long an answer may get, bytes: what a state shares among its targets may be written out for each.
    private static let mostBytes = 16 << 20
    /// How many pushes may follow from one request.
    private static let mostPushes = 20_000

    private static let tooMuch = Problem(
        status: 413,
        detail: "more follows from this than \(mostPushes) pushes or \(mostBytes >> 20) MiB; send fewer events and a "
            + "state of fewer deliveries")

    /// The answer: state, content state of the activity last told of, and pushes.
    ///
    /// Throws a problem with the status 413 where it would get too long.
    func answer() throws -> [UInt8] {
        let states = try relay.activities()
        var writer = JSONWriter(capacity: 2048)
        writer.beginObject()
        writer.key("state")
        writer.beginObject()
        writer.key("activities")
        writer.beginArray()
        for state in states {
            try Self.check(writer.count + state.bytesTold)
            state.write(&writer, rules)
        }
        try Self.check(writer.count)
        writer.endArray()
        writer.endObject()
        if let shown = states.first(where: { $0.state.activity.conversionId == focus }) {
            writer.key("contentState")
            writer.contentState(shown.state.activity.contentState(at: relay.now, rules))
        }
        writer.key("pushes")
        writer.beginArray()
        for push in pushes {
            writer.push(push)
            try Self.check(writer.count)
        }
        writer.endArray()
        writer.endObject()
        writer.newline()
        return writer.take()
    }

    private static func check(_ bytes: Int) throws {
        guard bytes <= mostBytes else { throw tooMuch }
    }

    private static func states(_ reader: inout JSONReader, _ rules: Rules) throws(JSONError) -> [ResolveState] {
        if try reader.readNull() { return [] }
        var states: [ResolveState] = []
        var names: Set<String> = []
        var seen: UInt64 = 0
        try reader.beginObject()
        while try reader.nextKey(stateTable, seen: &seen) != nil {
            try reader.beginArray()
            while try reader.nextElement() {
                let state = try ResolveState(&reader, rules)
                guard names.insert(state.state.activity.conversionId).inserted else {
                    throw reader.fault("each state has a conversionId of its own")
                }
                states.append(state)
            }
        }
        return states
    }

    private static func events(
        _ reader: inout JSONReader, _ decoder: EventDecoder
    ) throws(JSONError) -> [RecordedLine] {
        var events: [RecordedLine] = []
        try reader.beginArray()
        while try reader.nextElement() { events.append(try RecordedLine(&reader, decoder)) }
        return events
    }

    private static func run(
        _ relay: VirtualRelay, _ events: [RecordedLine], until now: Double
    ) throws -> [Push] {
        var pushes: [Push] = []
        func take(_ sent: [Push]) throws {
            pushes += sent
            guard pushes.count <= mostPushes else { throw tooMuch }
        }
        for (index, event) in events.enumerated() {
            let (answer, sent) = try relay.take(event.event, at: event.at)
            try take(sent)
            if case .failure(var problem)? = answer {
                problem.pointer = "/events/\(index)/event" + (problem.pointer ?? "")
                throw problem
            }
        }
        try take(relay.run(until: now))
        return pushes
    }
}
