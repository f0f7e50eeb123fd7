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
    func activity(_ conversionId: String, for subscriberId: String? = nil) throws -> Response {
        try store.read { reading in
            guard let row = try reading.activity(conversionId), row.phase != Phase.deleted.rawValue,
                subscriberId == nil || row.subscriberId == subscriberId
            else { throw Problem.unknownActivity }
            let state = try readable(row)
            let view = ActivityView(
                state: state, pushes: try pushes(of: row, state, reading), rules: settings.rules, now: now)
            var writer = JSONWriter(capacity: 4096, pretty: true)
            writer.activity(view)
            writer.newline()
            return Response(status: 200, json: writer.take())
        }
    }

    private func readable(_ row: ActivityRow) throws(Problem) -> ActivityState {
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
    /// How far back they are looked for.
    private static let longestSearch = 1000

    /// The history's last pushes with what became of them, newest first.
    private func pushes(of row: ActivityRow, _ state: ActivityState, _ reading: any StoreReading) throws -> [PushView] {
        var log = PushLog(state)
        var next = row.history
        for _ in 0..<Self.longestSearch where next != 0 && log.pushes.count < min(Self.shownPushes, settings.history) {
            guard let entry = try reading.historyEntry(next) else { break }
            log.take(entry)
            next = entry.previous
        }
        return log.pushes
    }

    /// A page of activities; to a subscriber its own.
    func activities(_ query: String?, for subscriberId: String? = nil) throws -> Response {
        let query = try ListQuery(query ?? "")
        try Self.check(query.subscriberId, isOf: subscriberId)
        let rows = try store.read {
            try $0.activities(
                subscriberId: query.subscriberId, phase: query.phase, limit: query.limit + 1, after: query.after)
        }
        let page = rows.prefix(query.limit)
        var writer = JSONWriter(capacity: 512 * page.count + 64, pretty: true)
        writer.beginObject()
        writer.key("activities")
        writer.beginArray()
        for row in page { try write(row, &writer) }
        writer.endArray()
        if rows.count > page.count, let last = page.last { writer.member("cursor", ListQuery.cursor(after: last)) }
        writer.endObject()
        writer.newline()
        return Response(status: 200, json: writer.take())
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
        return Response(status: 200, json: writer.take())
    }

    private static func subscriberId(_ query: String) throws(Problem) -> String {
        guard let items = PercentCoding.queryItems(query) else {
            throw Problem(status: 400, detail: "the query's percent-encoding is broken")
        }
        if let other = items.first(where: { $0.0 != "subscriberId" }) {
            throw Problem(status: 400, detail: "unknown parameter \"\(LogText.shortened(other.0))\"")
        }
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
            return Response(Problem(fault))
        } catch {
            return Response(Problem(status: 400, detail: "\(error)"))
        }
    }
}
