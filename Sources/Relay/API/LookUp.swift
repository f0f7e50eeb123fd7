import ActivityResolver
import HTTPServer
import JSON
import Push
import Storage

/// One look at the store, as of one instant.
struct LookUp {
    let store: any Store
    let settings: APISettings
    /// Unix seconds.
    let now: Double

    /// The whole truth of one activity; to a subscriber another's is not known.
    func activity(_ conversionId: String, _ request: ReadRequest, for subscriberId: String? = nil) throws -> Response {
        let format = try AnswerFormat(request)
        let view = try store.read { reading in
            let (row, state) = try known(conversionId, reading, for: subscriberId)
            let pushes = min(Self.shownPushes, settings.history)
            let history = HistoryReader(row: row, state: state, reading: reading)
            let items = try history.items(events: 0, pushes: pushes, changes: 0)
            var view = ActivityView(state: state, pushes: items, explainer: explainer, now: now)
            if state.activity.ending?.phase == .superseded { view.successor = try history.superseder()?.conversionId }
            view.devices = try devices(of: state, reading)
            return view
        }
        if format == .text { return Response(format, ActivityText.bytes(view)) }
        var writer = JSONWriter(capacity: 4096, pretty: true)
        writer.activity(view)
        writer.newline()
        return Response(format, writer.take())
    }

    /// The deviceIds of its registered targets.
    private func devices(of state: ActivityState, _ reading: any StoreReading) throws -> [String: String] {
        guard state.wasRegistered || !state.outlets.allSatisfy({ $0.registration == nil }) || !state.retired.isEmpty
        else { return [:] }
        var rows = try reading.registrations(conversionId: state.activity.conversionId)
        if let subscriberId = state.activity.subscriberId {
            rows += try reading.generalRegistrations(subscriberId: subscriberId)
        }
        return rows.reduce(into: [:]) { $0[$1.id] = $1.deviceId }
    }

    /// A page of what happened to an activity, or its events as a recording; to a subscriber another's is not known.
    func history(_ conversionId: String, _ request: ReadRequest, for subscriberId: String? = nil) throws -> Response {
        let format = try AnswerFormat(request, of: [.json, .text, .ndjson])
        let query = try HistoryQuery(request.query)
        if format == .ndjson {
            if query.isPaged { throw Problem(status: 400, detail: "a recording is not cut into pages") }
            return Response(format, try recording(conversionId, for: subscriberId))
        }
        let page = try historyPage(conversionId, query, for: subscriberId)
        if format == .text { return Response(format, page.text) }
        var writer = JSONWriter(capacity: 1024 * page.items.count + 64, pretty: true)
        writer.history(page)
        writer.newline()
        return Response(format, writer.take())
    }

    private func historyPage(
        _ conversionId: String, _ query: HistoryQuery, for subscriberId: String?
    ) throws -> HistoryPage {
        try store.read { reading in
            let (row, state) = try known(conversionId, reading, for: subscriberId)
            let all = try HistoryReader(row: row, state: state, reading: reading)
                .items(events: settings.history, pushes: settings.history)
            let rest = all.filter { item in query.after.map { item.place > $0 } ?? true }
            let items = Array(rest.prefix(query.limit))
            let cursor = rest.count > items.count ? items.last.map { HistoryQuery.cursor(after: $0.place) } : nil
            return HistoryPage(state: state, items: items, cursor: cursor, explainer: explainer, now: now)
        }
    }

    /// All of its events that are there still, not only those that are shown: a part of them would not replay.
    private func recording(_ conversionId: String, for subscriberId: String?) throws -> [UInt8] {
        let items = try store.read { reading in
            let (row, state) = try known(conversionId, reading, for: subscriberId)
            guard settings.history > 0 else { return [HistoryItem]() }
            return try HistoryReader(row: row, state: state, reading: reading)
                .items(events: Recording.mostEvents, pushes: .max, withAnswers: false)
        }
        return Recording.bytes(items, of: conversionId)
    }

    private var explainer: EventExplainer { EventExplainer(rules: settings.rules, decoder: settings.intake.decoder) }

    private func known(
        _ conversionId: String, _ reading: any StoreReading, for subscriberId: String?
    ) throws -> (row: ActivityRow, state: ActivityState) {
        guard let row = try reading.activity(conversionId), row.phase != Phase.deleted.rawValue,
            subscriberId == nil || row.subscriberId == subscriberId
        else { throw Problem.unknownActivity }
        return (row, try readable(row))
    }

    /// The state that a row holds.
    func readable(_ row: ActivityRow) throws(Problem) -> ActivityState {
        do {
            return try state(of: row)
        } catch {
            throw .unreadable(error)
        }
    }

    private func state(of row: ActivityRow) throws(JSONError) -> ActivityState {
        var state = try StateReader(settings.rules).read(
            row.state, conversionId: row.conversionId, subscriberId: row.subscriberId)
        if row.owner == nil { state.settleOutlets() }
        return state
    }

    /// How many pushes the view of one activity shows.
    private static let shownPushes = 20

    /// A page of activities; to a subscriber its own.
    func activities(_ request: ReadRequest, for subscriberId: String? = nil) throws -> Response {
        let format = try AnswerFormat(request)
        let query = try ListQuery(request.query)
        try Self.check(query.subscriberId, isOf: subscriberId)
        let rows = try store.read {
            try $0.activities(
                subscriberId: query.subscriberId, phase: query.phase, limit: query.limit + 1, after: query.after)
        }
        let page = rows.prefix(query.limit)
        let cursor = rows.count > page.count ? page.last.map(ListQuery.cursor) : nil
        if format == .text {
            let entries = page.map { ($0, (try? state(of: $0))?.activity.contentState(at: now, settings.rules)) }
            return Response(format, ListText(entries: entries, cursor: cursor, now: now).bytes)
        }
        var writer = JSONWriter(capacity: 512 * page.count + 64, pretty: true)
        writer.beginObject()
        writer.key("activities")
        writer.beginArray()
        for row in page { try write(row, &writer) }
        writer.endArray()
        writer.member("cursor", cursor)
        writer.endObject()
        writer.newline()
        return Response(format, writer.take())
    }

    /// A row that this version cannot read is listed without what it shows.
    private func write(_ row: ActivityRow, _ writer: inout JSONWriter) throws {
        let state = try? state(of: row)
        writer.beginObject()
        writer.member("conversionId", row.conversionId)
        writer.member("subscriberId", row.subscriberId)
        writer.member("phase", row.phase)
        writer.member("startedAt", row.startedAt)
        if let state {
            writer.key("contentState")
            writer.contentState(state.activity.contentState(at: now, settings.rules))
        }
        writer.endObject()
    }

    /// A subscriber asks for what is its own; nil: whoever asks may have all.
    static func check(_ asked: String?, isOf subscriberId: String?) throws(Problem) {
        guard let subscriberId, asked != subscriberId else { return }
        let detail = "a subscriber's token opens what is of that subscriber: say its subscriberId"
        throw Problem(status: 403, detail: detail)
    }

    /// A subscriber's registrations.
    func registrations(_ query: String?, for owner: String? = nil) throws -> Response {
        let subscriberId = try Self.subscriberId(query ?? "")
        try Self.check(subscriberId, isOf: owner)
        let rows = try store.read { try $0.registrations(subscriberId: subscriberId) }
        var writer = JSONWriter(capacity: 256 * rows.count + 64, pretty: true)
        writer.beginObject()
        writer.key("registrations")
        writer.beginArray()
        for row in rows where row.expires.map({ $0 > now }) ?? true {
            if let registration = try? Registration(row) { writer.registration(registration) }
        }
        writer.endArray()
        writer.endObject()
        writer.newline()
        return Response(status: 200, json: JSONText.visible(writer.take()))
    }

    /// The one subscriberId that a query names.
    static func subscriberId(_ query: String) throws(Problem) -> String {
        guard let items = PercentCoding.queryItems(query) else { throw .brokenQuery }
        if let other = items.first(where: { $0.0 != "subscriberId" }) { throw .unknownParameter(other.0) }
        guard items.count == 1, let value = items.first?.1, !value.isEmpty else {
            throw Problem(status: 400, detail: "this needs one subscriberId: ?subscriberId=…")
        }
        return try ListQuery.subscriberId(value)
    }

    /// What would follow from events; nothing is stored or sent.
    func resolve(_ body: [UInt8]) -> Response {
        do {
            let request = try ResolveRequest(body, settings)
            return Response(status: 200, json: try request.answer())
        } catch let problem as Problem {
            return Response(problem)
        } catch let fault as JSONError {
            return Response(Problem(fault, in: body[...]))
        } catch {
            return Response(Problem(status: 400, detail: "\(error)"))
        }
    }
}
