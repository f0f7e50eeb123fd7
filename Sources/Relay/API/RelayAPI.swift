import ActivityResolver
import Dispatch
import HTTPServer
import JSON
import Push
import Storage
import Synchronization
import Telemetry

/// The HTTP API: decides by the head, reads bodies into commands, hands them to the engine, answers look-ups.
final class RelayAPI: RequestHandler {
    let pump: EnginePump
    let store: any Store
    let settings: APISettings
    private let router = Route.router
    // Look-ups read the store, which may take its time; a loop must not wait for that.
    private let reads = DispatchQueue(label: "api.reads")
    // One hand-over a round: what its requests came to.
    private let round = Mutex<[Job]>([])
    private let isStopping = Atomic(false)

    init(pump: EnginePump, store: any Store, settings: APISettings) {
        self.pump = pump
        self.store = store
        self.settings = settings
    }

    /// From now on `/readyz` says that no more is to be sent here.
    func beginStopping() {
        isStopping.store(true, ordering: .releasing)
    }

    // MARK: RequestHandler

    func decide(_ head: RequestHead) -> HeadDecision {
        let route: Route
        switch router.match(head.method, head.path) {
        case .found(let found, _): route = found
        case .methodNotAllowed(let allow):
            if head.method == .options { return .answer(Response(status: 204, headers: [("Allow", allow)])) }
            let problem = Problem(status: 405, detail: "\(head.method.name) is not for this path; it takes \(allow)")
            return .answer(Response(problem, headers: [("Allow", allow)]))
        case .notFound: return .answer(Response(Problem(status: 404, detail: "there is nothing at this path")))
        case .badPath: return .answer(Response(Problem(status: 400, detail: "the path's percent-encoding is broken")))
        }
        if let refusal = refusal(head, route) { return .answer(refusal) }
        return .accept(maxBodyBytes: settings.bodyBytes)
    }

    func handle(_ request: Request, _ exchange: Exchange) {
        guard case .found(let route, let parameters) = router.match(request.head.method, request.head.path) else {
            return exchange.respond(problem(status: 404, detail: "there is nothing at this path"))
        }
        serve(route, parameters.first ?? "", request, exchange)
    }

    func roundEnded() {
        let jobs = round.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        if !jobs.isEmpty { pump.submit(jobs) }
    }

    func problem(status: Int, detail: String) -> Response {
        Response(Problem(status: status, detail: detail))
    }

    // MARK: By the head

    private func refusal(_ head: RequestHead, _ route: Route) -> Response? {
        if let scope = route.scope, let refusal = accessRefusal(head, scope) { return refusal }
        if let problem = mediaProblem(head, route) { return Response(problem) }
        if route.needsEngine, pump.isOverloaded {
            return .unavailable("the relay has more waiting than it takes; try again")
        }
        return nil
    }

    private func accessRefusal(_ head: RequestHead, _ scope: Configuration.Scope) -> Response? {
        if settings.access.isOpen { return nil }
        switch settings.access.verdict(head.headers["authorization"], scope) {
        case .allowed: return nil
        case .unknown(let detail):
            return Response(Problem(status: 401, detail: detail), headers: [("WWW-Authenticate", "Bearer")])
        case .forbidden(let detail): return Response(Problem(status: 403, detail: detail))
        }
    }

    private func mediaProblem(_ head: RequestHead, _ route: Route) -> Problem? {
        guard !route.mediaTypes.isEmpty else { return nil }
        if let encoding = head.headers["content-encoding"], encoding.lowercased() != "identity" {
            return Problem(status: 415, detail: "bodies are taken without a Content-Encoding")
        }
        guard let field = head.headers["content-type"] else { return nil }
        let type = MediaType(field)
        guard route.mediaTypes.contains(type.essence) else {
            let known = route.mediaTypes.joined(separator: " or ")
            return Problem(
                status: 415, detail: "\(LogText.shortened(type.essence)) is not taken here; send Content-Type: \(known)"
            )
        }
        return type.isUTF8 ? nil : Problem(status: 415, detail: "bodies are in UTF-8")
    }

    // MARK: By the route

    private func serve(_ route: Route, _ parameter: String, _ request: Request, _ exchange: Exchange) {
        switch route {
        case .postEvents: postEvents(request, exchange)
        case .putActivity: putActivity(parameter, request, exchange)
        case .endActivity: endActivity(parameter, request, exchange)
        case .deleteActivity: deleteActivity(parameter, exchange)
        case .register: register(request, exchange)
        case .listRegistrations: look(exchange) { try $0.registrations(request.head.query) }
        case .unregister: unregister(parameter, exchange)
        case .getActivity: look(exchange) { try $0.activity(parameter) }
        case .listActivities: look(exchange) { try $0.activities(request.head.query) }
        case .resolve: look(exchange) { $0.resolve(request.body) }
        case .healthz: exchange.respond(health(status: 200, "ok", []))
        case .readyz: exchange.respond(readiness())
        }
    }

    private func postEvents(_ request: Request, _ exchange: Exchange) {
        let headers = request.head.headers
        let isLines = headers["content-type"].map { MediaType($0).essence == MediaType.ndjson } ?? false
        do {
            if isLines { return submit(try settings.intake.lines(request.body), exchange) }
            let events = try settings.intake.events(request.body) { () throws(Problem) in try self.eventId(headers) }
            switch events {
            case .one(let item): submit(item, exchange)
            case .many(let items): submit(items, exchange)
            }
        } catch {
            exchange.respond(Response(error))
        }
    }

    private func putActivity(_ conversionId: String, _ request: Request, _ exchange: Exchange) {
        guard EventDecoder.isConversionId(conversionId) else {
            return exchange.respond(Response(Self.badConversionId))
        }
        do {
            let headers = request.head.headers
            let isForm = headers["content-type"].map { MediaType($0).essence == MediaType.form } ?? false
            let body = isForm ? try FormBody.json(request.body) : request.body
            submit(
                settings.intake.event(body, conversionId: conversionId, eventId: try eventId(headers)), exchange)
        } catch {
            exchange.respond(Response(error))
        }
    }

    private func endActivity(_ conversionId: String, _ request: Request, _ exchange: Exchange) {
        do {
            let type = try EndRequest.type(request.body)
            submit(.end(conversionId: conversionId, type), exchange, render: Self.renderOne)
        } catch {
            exchange.respond(Response(error))
        }
    }

    private func deleteActivity(_ conversionId: String, _ exchange: Exchange) {
        submit(.delete(conversionId: conversionId), exchange) { reply in
            guard case .deleted(let result) = reply else { return nil }
            switch result {
            case .success: return Response(status: 204)
            case .failure(let problem): return Response(problem)
            }
        }
    }

    private func register(_ request: Request, _ exchange: Exchange) {
        do {
            let wish = try settings.registrations.decode(request.body)
            submit(.register(wish), exchange) { reply in
                guard case .registered(let result) = reply else { return nil }
                switch result {
                case .success(let (registration, isNew)): return Response(registration, isNew: isNew)
                case .failure(let problem): return Response(problem)
                }
            }
        } catch {
            exchange.respond(Response(error))
        }
    }

    private func unregister(_ id: String, _ exchange: Exchange) {
        submit(.unregister(id: id), exchange) { reply in
            guard case .unregistered(let isDone) = reply else { return nil }
            return isDone ? Response(status: 204) : Response(Problem.unknownRegistration)
        }
    }

    private static let badConversionId = Problem(
        status: 400, detail: "a conversionId is 1 to 128 of A-Z a-z 0-9 . _ : -, and neither \".\" nor \"..\"")

    /// The eventId that a header gives to a single event; a quoted key loses its quotes.
    private func eventId(_ headers: HeaderFields) throws(Problem) -> String? {
        let key = headers["idempotency-key"].map(Self.unquoted)
        let id = headers["webhook-id"]
        if let key, let id, key != id {
            throw Problem(status: 400, detail: "Idempotency-Key and webhook-id give two eventIds")
        }
        guard let told = key ?? id else { return nil }
        guard told.count <= 256, !told.allSatisfy(\.isWhitespace) else {
            throw Problem(status: 400, detail: "an eventId has 1 to 256 characters")
        }
        return told
    }

    private static func unquoted(_ text: String) -> String {
        text.count >= 2 && text.first == "\"" && text.last == "\"" ? String(text.dropFirst().dropLast()) : text
    }

    // MARK: To the engine

    private func submit(_ item: IntakeItem, _ exchange: Exchange) {
        // What cannot be read and is of no known activity has nothing to wait for.
        if case .failure(let problem) = item.event, item.conversionId == nil {
            return exchange.respond(Response(problem))
        }
        submit(.events([item]), exchange, render: Self.renderOne)
    }

    private func submit(_ items: [IntakeItem], _ exchange: Exchange) {
        submit(.events(items), exchange) { reply in
            guard case .answers(let answers) = reply else { return nil }
            return Response(answers)
        }
    }

    private static let renderOne: @Sendable (Reply) -> Response? = { reply in
        guard case .answers(let answers) = reply, let answer = answers.first else { return nil }
        return Response(answer)
    }

    private func submit(
        _ command: Command, _ exchange: Exchange, render: @escaping @Sendable (Reply) -> Response?
    ) {
        round.withLock { $0.append(Job(command: command, exchange: exchange, render: render)) }
    }

    // MARK: To the store

    private func look(_ exchange: Exchange, _ find: @escaping @Sendable (LookUp) throws -> Response) {
        reads.async { [store, settings] in
            let lookUp = LookUp(store: store, settings: settings, now: settings.now())
            do {
                exchange.respond(try find(lookUp))
            } catch let problem as Problem {
                exchange.respond(Response(problem))
            } catch {
                settings.logger.error("the store cannot be read", LogField("error", "\(error)"))
                exchange.respond(.unavailable("the store cannot be read; try again"))
            }
        }
    }

    // MARK: Health

    private func readiness() -> Response {
        if isStopping.load(ordering: .acquiring) { return health(status: 503, "stopping", ["the relay is stopping"]) }
        let failing = pump.troubles.failing
        // A service out of reach is no reason to send requests elsewhere; what is wrong here is.
        let ours = failing.filter { $0.value.scope == .key }.map { "the sender \($0.key): \($0.value.detail)" }
        let reasons = [pump.storeFault].compactMap(\.self) + ours.sorted()
        return health(status: reasons.isEmpty ? 200 : 503, reasons.isEmpty ? "ready" : "not ready", reasons, failing)
    }

    private func health(
        status: Int, _ word: String, _ reasons: [String], _ failing: [String: Failure] = [:]
    ) -> Response {
        var writer = JSONWriter(capacity: 128, pretty: true)
        writer.beginObject()
        writer.member("status", word)
        writer.member("version", Version.text)
        if !reasons.isEmpty {
            writer.key("reasons")
            writer.beginArray()
            for reason in reasons { writer.string(reason) }
            writer.endArray()
        }
        if !failing.isEmpty {
            writer.key("failingSenders")
            writer.beginObject()
            for (sender, failure) in failing.sorted(by: { $0.key < $1.key }) {
                writer.key(sender)
                writer.string(failure.detail)
            }
            writer.endObject()
        }
        writer.endObject()
        writer.newline()
        return Response(status: status, json: writer.take())
    }
}
