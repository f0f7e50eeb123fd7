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
    let settings: Current<APISettings>
    private let router = Route.router
    private let requestIds = RequestIds()
    private let metrics: RelayMetrics
    private let pools: APNsPools
    private let log: RequestLog
    private let door: Door
    // Look-ups read the store, which may take its time; a loop must not wait for that.
    private let reads = DispatchQueue(label: "api.reads")
    // Pages of much take a hundred times as long as one activity does, which is not to wait behind them.
    private let pages = DispatchQueue(label: "api.pages")
    // One hand-over a round: what its requests came to.
    private let round = Mutex<[Job]>([])
    private let isStopping = Atomic(false)

    init(pump: EnginePump, store: any Store, pools: APNsPools, metrics: RelayMetrics, settings: APISettings) {
        self.pump = pump
        self.store = store
        self.pools = pools
        self.metrics = metrics
        self.settings = Current(settings)
        log = RequestLog(metrics.requests, settings.logger, now: settings.now)
        door = Door(now: settings.now)
    }

    /// Goes by these from now on; streams that they do not let go on end.
    func adopt(_ settings: APISettings) {
        self.settings.replace(with: settings)
        pump.streams.check(settings.access)
    }

    /// From now on `/readyz` says that no more is to be sent here.
    func beginStopping() {
        isStopping.store(true, ordering: .releasing)
    }

    // MARK: RequestHandler

    func decide(_ head: RequestHead) -> HeadDecision {
        let settings = settings.snapshot
        let match = router.match(head.method, head.path)
        guard let refusal = refusal(head, match, settings) else {
            let goesAlone = match.route?.mayAnswerMuch ?? false
            return .accept(maxBodyBytes: settings.bodyBytes, goesAlone: goesAlone)
        }
        let requestId = requestIds.id(head.headers)
        log.note(refusal, to: head, match.route, requestId, settings.proxies)
        return .answer(refusal.labelled(requestId))
    }

    func handle(_ request: Request, _ exchange: Exchange) {
        let match = router.match(request.head.method, request.head.path)
        let requestId = requestIds.id(request.head.headers)
        guard case .found(let route, let parameters) = match else {
            let pending = PendingAnswer(exchange, to: request.head, nil, requestId: requestId, settings.snapshot, log)
            return pending.respond(Response(Self.nothingHere))
        }
        let pending = PendingAnswer(exchange, to: request.head, route, requestId: requestId, settings.snapshot, log)
        switch door.admit(request, route, pending.settings) {
        case .refused(let response): pending.respond(response)
        case .admitted(let subscriberId): serve(route, parameters.first ?? "", request, subscriberId, pending)
        }
    }

    func roundEnded() {
        let jobs = round.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        if !jobs.isEmpty { pump.submit(jobs) }
    }

    func problem(status: Int, detail: String, to head: RequestHead?) -> Response {
        let problem = Problem(status: status, detail: detail)
        let response = status == 503 ? Response.unavailable(detail) : Response(problem)
        let requestId = head.map { requestIds.id($0.headers) } ?? requestIds.make()
        log.note(response, to: head, nil, requestId, settings.snapshot.proxies)
        return response.labelled(requestId)
    }

    // MARK: By the head

    private static let nothingHere = Problem(status: 404, detail: "there is nothing at this path")

    /// The answer to a request that is not to be served, from its head alone.
    private func refusal(
        _ head: RequestHead, _ match: Router<Route>.Match, _ settings: Current<APISettings>.Snapshot
    ) -> Response? {
        switch match {
        case .found(let route, _): return refusal(head, route, settings)
        case .methodNotAllowed(let allow):
            if head.method == .options { return Self.options(head, allow) }
            let problem = Problem(status: 405, detail: "\(head.method.name) is not for this path; it takes \(allow)")
            return Response(problem, headers: [("Allow", allow)])
        case .notFound: return Response(Self.nothingHere)
        case .badPath: return Response(Problem(status: 400, detail: "the path's percent-encoding is broken"))
        }
    }

    /// What a path takes; a sender of CloudEvents is told besides that it may send.
    ///
    /// https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/http-webhook.md, "Abuse Protection"
    private static func options(_ head: RequestHead, _ allow: String) -> Response {
        var headers = [("Allow", allow)]
        if head.path == Route.eventsPath, let origin = head.headers["webhook-request-origin"],
            RequestIds.isSane(origin)
        {
            headers += [("WebHook-Allowed-Origin", origin), ("WebHook-Allowed-Rate", "*")]
        }
        return Response(status: 204, headers: headers)
    }

    private func refusal(
        _ head: RequestHead, _ route: Route, _ settings: Current<APISettings>.Snapshot
    ) -> Response? {
        if let refusal = door.refusal(head, route, settings) { return refusal }
        if let problem = mediaProblem(head, route) { return Response(problem) }
        if route.needsEngine, pump.isOverloaded {
            return .unavailable("the relay has more waiting than it takes; try again")
        }
        return nil
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

    /// `subscriberId`: whose token it came with, if it came with a subscriber's.
    private func serve(
        _ route: Route, _ parameter: String, _ request: Request, _ subscriberId: String?, _ pending: PendingAnswer
    ) {
        switch route {
        case .postEvents: postEvents(request, pending)
        case .putActivity: putActivity(parameter, request, pending)
        case .endActivity: endActivity(parameter, request, pending)
        case .deleteActivity: deleteActivity(parameter, pending)
        case .register: register(request, subscriberId, pending)
        case .listRegistrations:
            look(pending, on: pages) { try $0.registrations(request.head.query, for: subscriberId) }
        case .unregister: unregister(parameter, subscriberId, pending)
        case .issueToken: issueToken(parameter, request, pending)
        case .getActivity: look(pending) { try $0.activity(parameter, ReadRequest(request.head), for: subscriberId) }
        case .getHistory:
            look(pending, on: pages) { try $0.history(parameter, ReadRequest(request.head), for: subscriberId) }
        case .listActivities:
            look(pending, on: pages) { try $0.activities(ReadRequest(request.head), for: subscriberId) }
        case .followActivity: followActivity(parameter, request, subscriberId, pending)
        case .follow: followSubscriber(request, subscriberId, pending)
        case .resolve: look(pending, on: pages) { $0.resolve(request.body) }
        case .dashboard:
            pending.respond(DashboardPage.shared.answer(ifNoneMatch: request.head.headers["if-none-match"]))
        case .healthz: pending.respond(health(pending.settings).liveness)
        case .readyz: pending.respond(health(pending.settings).readiness)
        case .metrics: showMetrics(pending)
        case .openAPI: pending.respondIfRoom(Response(status: 200, json: OpenAPI.document))
        }
    }

    private func postEvents(_ request: Request, _ pending: PendingAnswer) {
        let headers = request.head.headers
        let intake = pending.settings.intake
        do {
            switch headers["content-type"].map({ MediaType($0).essence }) {
            case MediaType.ndjson?: submit(try intake.lines(request.body), pending)
            case MediaType.cloudEvents?: submit(try intake.cloudEvents(request.body), pending)
            case MediaType.cloudEvent?: submit(intake.cloudEvent(request.body, eventId: try eventId(headers)), pending)
            case _ where CloudEventReader.isBinary(headers):
                submit(intake.cloudEvent(headers, request.body, eventId: try eventId(headers)), pending)
            default:
                let events = try intake.events(request.body) { () throws(Problem) in try self.eventId(headers) }
                switch events {
                case .one(let item): submit(item, pending)
                case .many(let items): submit(items, pending)
                }
            }
        } catch {
            pending.respond(Response(error))
        }
    }

    private func putActivity(_ conversionId: String, _ request: Request, _ pending: PendingAnswer) {
        guard EventDecoder.isConversionId(conversionId) else {
            return pending.respond(Response(Self.badConversionId))
        }
        do {
            let headers = request.head.headers
            let isForm = headers["content-type"].map { MediaType($0).essence == MediaType.form } ?? false
            let body = isForm ? try FormBody.json(request.body) : request.body
            let intake = pending.settings.intake
            submit(intake.event(body, conversionId: conversionId, eventId: try eventId(headers)), pending)
        } catch {
            let item = IntakeItem(raw: request.body[...], event: .failure(error), conversionId: conversionId)
            submit(item, pending)
        }
    }

    private func endActivity(_ conversionId: String, _ request: Request, _ pending: PendingAnswer) {
        do {
            let type = try EndRequest.type(request.body)
            submit(.end(conversionId: conversionId, type), pending, render: Self.renderOne)
        } catch {
            pending.respond(Response(error))
        }
    }

    private func deleteActivity(_ conversionId: String, _ pending: PendingAnswer) {
        submit(.delete(conversionId: conversionId), pending) { reply in
            guard case .deleted(let result) = reply else { return nil }
            switch result {
            case .success: return Response(status: 204)
            case .failure(let problem): return Response(problem)
            }
        }
    }

    private func register(_ request: Request, _ subscriberId: String?, _ pending: PendingAnswer) {
        do {
            var wish = try pending.settings.registrations.decode(request.body)
            try LookUp.check(wish.subscriberId, isOf: subscriberId)
            wish.isBySubscriber = subscriberId != nil
            submit(.register(wish), pending) { reply in
                guard case .registered(let result) = reply else { return nil }
                switch result {
                case .success(let (registration, isNew)): return Response(registration, isNew: isNew)
                case .failure(let problem): return Response(problem)
                }
            }
        } catch {
            pending.respond(Response(error))
        }
    }

    private func unregister(_ id: String, _ subscriberId: String?, _ pending: PendingAnswer) {
        submit(.unregister(id: id, subscriberId: subscriberId), pending) { reply in
            guard case .unregistered(let isDone) = reply else { return nil }
            return isDone ? Response(status: 204) : Response(Problem.unknownRegistration)
        }
    }

    private func issueToken(_ subscriberId: String, _ request: Request, _ pending: PendingAnswer) {
        do {
            let wish = try TokenRequest(subscriberId, request.body)
            let settings = pending.settings
            pending.respond(wish.answer(settings.access.subscriberTokens, at: settings.now()))
        } catch {
            pending.respond(Response(error))
        }
    }

    static let badConversionId = Problem(
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

    private func submit(_ item: IntakeItem, _ pending: PendingAnswer) {
        // What cannot be read and is of no known activity has nothing to wait for.
        if case .failure(let problem) = item.event, item.conversionId == nil {
            metrics.events[.refused].add()
            return pending.respond(Response(problem))
        }
        submit(.events([item]), pending, render: Self.renderOne)
    }

    private func submit(_ items: [IntakeItem], _ pending: PendingAnswer) {
        submit(.events(items), pending) { reply in
            guard case .answers(let answers) = reply else { return nil }
            return Response(answers)
        }
    }

    private static let renderOne: @Sendable (Reply) -> Response? = { reply in
        guard case .answers(let answers) = reply, let answer = answers.first else { return nil }
        return Response(answer)
    }

    private func submit(
        _ command: Command, _ pending: PendingAnswer, render: @escaping @Sendable (Reply) -> Response?
    ) {
        let job = Job(command: command, pending: pending, trace: pending.trace, render: render)
        round.withLock { $0.append(job) }
    }

    // MARK: To the store

    private func look(
        _ pending: PendingAnswer, on queue: DispatchQueue? = nil,
        _ find: @escaping @Sendable (LookUp) throws -> Response
    ) {
        look(pending, on: queue, orElse: {}) { lookUp in
            let response = try find(lookUp)
            return { pending.respondIfRoom(response) }
        }
    }

    /// Looks, and does what comes of it; where nothing does, `orElse` is called, and the request answered with the
    /// problem.
    func look(
        _ pending: PendingAnswer, on queue: DispatchQueue? = nil, orElse: @escaping @Sendable () -> Void,
        _ find: @escaping @Sendable (LookUp) throws -> () -> Void
    ) {
        (queue ?? reads).async { [store] in
            let settings = pending.settings.value
            let lookUp = LookUp(store: store, settings: settings, now: settings.now())
            do {
                try find(lookUp)()
            } catch let problem as Problem {
                orElse()
                pending.respond(Response(problem))
            } catch {
                orElse()
                settings.logger.error("the store cannot be read", LogField("error", "\(error)"))
                pending.respond(.unavailable("the store cannot be read; try again"))
            }
        }
    }

    // MARK: Metrics

    private func showMetrics(_ pending: PendingAnswer) {
        reads.async { [self] in
            let page = MetricsPage(
                metrics: metrics, activities: try? store.read { try $0.counts() },
                historyEntries: try? store.read { try $0.historyEntries() }, holdings: store.holdings,
                refusedClients: door.refusedClients, files: store.files(), load: pump.load,
                streams: pump.streams.counts, mostConnections: pending.settings.connections,
                providerTokens: pools.providerTokensMade, process: ProcessReading())
            pending.respondIfRoom(
                Response(status: 200, contentType: MetricText.contentType, body: page.text()))
        }
    }

    // MARK: Health

    private func health(_ settings: Current<APISettings>.Snapshot) -> Health {
        Health(
            isStopping: isStopping.load(ordering: .acquiring),
            storeFault: pump.storeFault ?? store.visibleFault?.message, senders: settings.senders,
            failing: pump.troubles.failing)
    }
}
