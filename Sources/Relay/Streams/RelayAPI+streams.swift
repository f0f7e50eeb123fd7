import HTTPServer
import Storage

extension RelayAPI {
    private static let tooMany = Problem(
        status: 429,
        detail: "this subscriber reads \(StreamTable<Exchange>.mostOfSubscriber) streams already: close one first")

    /// A comment (HTML, "Server-sent events", section 9.2.6).
    private static let nothingYet = StreamChunk(Array(":\n\n".utf8))

    /// Follows one activity; `subscriberId`: whose token asks for it.
    func followActivity(
        _ conversionId: String, _ request: Request, _ subscriberId: String?, _ pending: PendingAnswer
    ) {
        guard EventDecoder.isConversionId(conversionId) else {
            return pending.respond(Response(Self.badConversionId))
        }
        follow(.activity(conversionId), request, subscriberId, pending)
    }

    /// Follows a subscriber's activities, or everything.
    func followSubscriber(_ request: Request, _ subscriberId: String?, _ pending: PendingAnswer) {
        do throws(Problem) {
            let asked = try request.head.query.map(LookUp.subscriberId)
            try LookUp.check(asked, isOf: subscriberId)
            follow(asked.map { .subscriber($0) } ?? .all, request, subscriberId, pending)
        } catch {
            pending.respond(Response(error))
        }
    }

    /// Subscribes first, and reads after the commit under way: so nothing is missed, and what comes twice can be told. What
    /// was read is told once it is durable, so that no id can come again with something else.
    private func follow(
        _ topic: StreamTopic, _ request: Request, _ subscriberId: String?, _ pending: PendingAnswer
    ) {
        let now = pending.settings.now
        let credentials = Credentials(request.head.headers)
        let reader = StreamReader(
            topic: topic, subscriberId: subscriberId, handle: pending.exchange,
            isAllowed: { $0.lets(credentials, readAs: subscriberId, at: now()) })
        guard let number = pump.streams.add(reader) else {
            return pending.respond(Response(Self.tooMany, headers: [("Retry-After", "10")]))
        }
        let last = request.head.headers["last-event-id"].flatMap { Int64($0) }
        let longest = pending.settings.access.expiry(credentials).map { Duration.seconds(max(0, $0 - now())) }
        pump.afterCommit { [self] _ in
            look(pending, orElse: { self.pump.streams.remove(number) }) { lookUp in
                let beginning = try lookUp.store.read {
                    try StreamBeginning(of: topic, for: subscriberId, after: last, $0, lookUp).told
                }
                return {
                    self.pump.afterCommit { isDurable in
                        guard isDurable else {
                            self.pump.streams.remove(number)
                            return pending.respond(.unavailable("the store cannot be written; try again"))
                        }
                        self.begin(number, beginning, pending, for: longest)
                    }
                }
            }
        }
    }

    private func begin(
        _ number: Int, _ beginning: StreamBeginning.Told, _ pending: PendingAnswer, for longest: Duration?
    ) {
        let exchange = pending.exchange
        let head = Response(
            status: 200, contentType: MediaType.eventStream,
            // X-Accel-Buffering: nginx hands each message on at once.
            headers: [("Cache-Control", "no-store"), ("X-Accel-Buffering", "no")])
        exchange.begin(pending.labelled(head), for: longest) { [streams = pump.streams] in streams.remove(number) }
        var pieces = beginning.messages.map { StreamPiece.chunk($0.chunk) }
        // So a reader knows at once that there is nothing to be told, and waits for nothing that is under way.
        if pieces.isEmpty { pieces.append(.chunk(Self.nothingYet)) }
        if beginning.isLast { pieces.append(.end) }
        Exchange.send(pieces.map { (exchange, $0) })
        if !beginning.isLast { pump.streams.catchUp(number, exchange, covered: beginning.covered) }
    }
}
