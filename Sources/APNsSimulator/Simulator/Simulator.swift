/// An APNs without sockets: decides on each push, and knows what the devices show. Time comes with each call.
struct Simulator: Sendable {
    /// How many objections are kept.
    static let keptObjections = 1000

    let settings: SimulatorSettings
    private let check: PushCheck
    private var reader = PayloadReader()
    private(set) var tokens: ProviderTokens
    private(set) var devices: DeviceTable
    /// Which of the successive tables `devices` is.
    private var table = 0
    private var received = 0
    private var begun = 0
    private(set) var statistics = Statistics()
    private(set) var objections = Recent<ObjectionEntry>(most: Simulator.keptObjections)
    /// The faults that are to come.
    var faults = FaultPlan()
    /// The requests that came while others of their token were under way, and are not counted yet.
    private var overlaps: [Overlap] = []
    /// What is to be said of pushes and objections.
    private(set) var report = Report()

    /// A simulator that saw nothing yet.
    init(_ settings: SimulatorSettings) {
        self.settings = settings
        check = PushCheck(bundleIds: settings.bundleIds)
        tokens = ProviderTokens(keys: settings.keys)
        devices = DeviceTable(most: settings.mostTokens)
    }

    /// Forgets everything but what is open.
    mutating func reset() {
        devices = DeviceTable(most: settings.mostTokens)
        table += 1
        received = 0
        overlaps = []
        tokens.forgetCount()
        statistics.reset()
        objections.removeAll()
        faults.removeAll()
    }

    /// Gives up what is to be said.
    mutating func takeReport() -> Report {
        defer { report = Report() }
        return report
    }

    // MARK: Connections

    /// A connection is there.
    mutating func connectionOpened() -> ConnectionState {
        statistics.connectionsOpened += 1
        statistics.connectionsOpen += 1
        return ConnectionState(number: statistics.connectionsOpened)
    }

    /// A connection is gone.
    mutating func connectionClosed() { statistics.connectionsOpen -= 1 }

    /// A client has opened a stream that its connection may not have yet.
    mutating func streamRefused() { statistics.streamsRefused += 1 }

    /// A client has reset a stream.
    mutating func resetReceived() { statistics.resetsReceived += 1 }

    // MARK: Requests

    /// A request's fields are there: where it goes.
    mutating func begin(_ request: PushRequest, on connection: inout ConnectionState) -> Target {
        connection.inFlight += 1
        statistics.mostInFlightPerConnection = max(statistics.mostInFlightPerConnection, connection.inFlight)
        let token = DeviceToken.inPath(request[.path] ?? [])
        begun += 1
        guard case .success(let known) = token, let place = devices.place(of: known) else {
            return Target(token: token, place: nil, table: table, number: begun)
        }
        count(Overlap(devices[place].underWay, on: connection.number))
        devices[place].underWay.append(RequestUnderWay(number: begun, connection: connection.number))
        return Target(token: token, place: place, table: table, number: begun)
    }

    /// A request that began is over; `isGivenUp`: by the client, without an answer.
    mutating func finish(_ target: Target, isGivenUp: Bool, on connection: inout ConnectionState) {
        connection.inFlight -= 1
        if isGivenUp { for index in overlaps.indices { overlaps[index].givenUp(target.number) } }
        if let place = place(target) { devices[place].underWay.removeAll { $0.number == target.number } }
    }

    /// How many requests may have been under way beside others of their token.
    var overlapCount: Int { overlaps.count }

    /// Counts how many requests of one token were under way at once, for the first so many that may have been: after what
    /// the clients had said before them was read.
    mutating func countOverlaps(first count: Int) {
        let counted = overlaps.prefix(count)
        let most = counted.map(\.count).max() ?? 0
        statistics.mostInFlightPerToken = max(statistics.mostInFlightPerToken, most)
        overlaps.removeFirst(counted.count)
    }

    private mutating func count(_ overlap: Overlap) {
        if !overlap.others.isEmpty { overlaps.append(overlap) }
        statistics.mostInFlightPerToken = max(statistics.mostInFlightPerToken, overlap.own)
    }

    private func place(_ target: Target) -> Int? { target.table == table ? target.place : nil }

    /// A request is there as a whole: what becomes of it.
    mutating func receive(
        _ request: PushRequest, _ target: Target, on connection: inout ConnectionState, now: Double
    ) -> Decision {
        received += 1
        let token = try? target.token.get()
        let decision: Decision
        switch faults.next(for: token) {
        case nil: decision = .answer(judge(request, target, &connection, now))
        case .answer(let answer):
            if answer.reason == Reason.expiredProviderToken.rawValue { connection.tokens.expire() }
            decision = .answer(Self.complete(answer, now))
        case .delay(let seconds): decision = .later(judge(request, target, &connection, now), seconds: seconds)
        case .closeAfterAnswer: decision = .answerAndClose(judge(request, target, &connection, now))
        case .stall: decision = .stall
        case .reset(let code): decision = .reset(code)
        case .goAway(let reason): decision = .goAway(reason)
        case .close: decision = .close
        }
        statistics.count(decision)
        note(request, target, connection, decision, now)
        return decision
    }

    /// A 410 always tells since when.
    private static func complete(_ answer: Answer, _ now: Double) -> Answer {
        guard answer.status == 410, answer.reason != nil, answer.timestamp == nil else { return answer }
        var answer = answer
        answer.timestamp = (now * 1000).rounded()
        return answer
    }

    /// The answer of the checks; a push that is taken reaches its device.
    private mutating func judge(
        _ request: PushRequest, _ target: Target, _ connection: inout ConnectionState, _ now: Double
    ) -> Answer {
        do throws(Refusal) {
            guard request[.method]?.elementsEqual("POST".utf8) == true else { throw Refusal(.methodNotAllowed) }
            let token = try target.token.get()
            let pass = try check.check(request)
            let place = place(target)
            if let place, let topic = devices[place].topic, topic != pass.topic {
                throw Refusal(.deviceTokenNotForTopic)
            }
            try connection.tokens.admit(try tokens.check(request[.authorization], now: now), now: now)
            guard request.bodyBytes > 0 else { throw Refusal(.payloadEmpty) }
            guard request.bodyBytes <= PushRequest.largestBody else { throw Refusal(.payloadTooLarge) }
            if let coding = request.text(.contentEncoding) {
                object([.contentEncoding(coding)], to: request, token, connection, now)
                // Apple names no reason for it.
                return Answer(status: 400)
            }
            connection.hasAccepted = true
            deliver(request, pass, token, place, connection, now)
            return .accepted
        } catch {
            return Answer(error.reason)
        }
    }

    private mutating func deliver(
        _ request: PushRequest, _ pass: PushCheck.Pass, _ token: DeviceToken, _ place: Int?,
        _ connection: ConnectionState, _ now: Double
    ) {
        var payload = reader.read(request.body, now: now)
        if let expiration = pass.expiration, expiration > 0, expiration < now {
            let isDuration = expiration < PushCheck.earliestDate
            payload.objections.append(isDuration ? .expirationIsDuration(expiration) : .expirationIsPast)
        }
        if let place {
            devices[place].topic = pass.topic
            devices[place].count(now: now)
            if !payload.isDropped, let objection = devices[place].take(payload, request.body, now: now) {
                payload.objections.append(objection)
            }
        }
        if !payload.objections.isEmpty { object(payload.objections, to: request, token, connection, now) }
    }

    private mutating func object(
        _ new: [Objection], to request: PushRequest, _ token: DeviceToken, _ connection: ConnectionState,
        _ now: Double
    ) {
        statistics.objections += new.count
        for objection in new {
            let entry = ObjectionEntry(
                at: now, connection: connection.number, token: token.text, apnsId: request.text(.id),
                objection: objection)
            objections.append(entry)
            if !settings.isQuiet { report.add(entry) }
        }
    }

    // MARK: Records

    /// Keeps what came and what it was answered, and says it, where that is wanted.
    private mutating func note(
        _ request: PushRequest, _ target: Target, _ connection: ConnectionState, _ decision: Decision, _ now: Double
    ) {
        guard !settings.isQuiet || settings.recordedPushes > 0 else { return }
        let record = record(request, target, connection, decision, now)
        if !settings.isQuiet { report.add(record) }
        if settings.recordedPushes > 0, let place = place(target) {
            devices[place].keep(record, most: settings.recordedPushes)
        }
    }

    private mutating func record(
        _ request: PushRequest, _ target: Target, _ connection: ConnectionState, _ decision: Decision, _ now: Double
    ) -> PushRecord {
        let payload = reader.read(request.body, now: now)
        let token = (try? target.token.get())?.text ?? ""
        return PushRecord(
            number: received, at: now, connection: connection.number, token: token, headers: request.shownFields,
            timestamp: payload.timestamp, event: payload.event,
            contentState: payload.contentState.map { Array(request.body[$0]) },
            payload: payload.isJSON ? request.body : nil, answer: decision.name, status: decision.answer?.status)
    }
}
