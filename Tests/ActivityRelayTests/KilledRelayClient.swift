import JSON
import TestSupport

/// A backend that posts to a relay that is ended again and again; it repeats what was not answered, and nothing else.
final class KilledRelayClient {
    /// A piece of work, and what of it was answered.
    struct Work: Sendable {
        /// Its conversionId.
        let id: String
        /// The device's token: of the card, or where `isStartedByPush` the one by which a card is started.
        let token: String
        let isStartedByPush: Bool
        /// The eventIds of the events that were answered.
        var answered: [String] = []
        /// How far it has come, in hundredths, by the last event that was answered.
        var step = 0
        /// Whether its end was answered.
        var isOver = false
    }

    /// An answer that no relay in order gives.
    struct Refusal: Error { let answer: String }

    /// How many events a piece of work has before its end.
    private static let steps = 20

    private let name: String
    private let port: @Sendable () -> Int
    private let newToken: @Sendable () -> String
    private var client: HTTPClient?
    private(set) var works: [Work] = []

    /// - Parameters:
    ///   - name: what its conversionIds begin with.
    ///   - port: where the relay listens that runs now.
    ///   - newToken: a token that nobody had before.
    init(_ name: String, port: @escaping @Sendable () -> Int, newToken: @escaping @Sendable () -> String) {
        self.name = name
        self.port = port
        self.newToken = newToken
    }

    /// Works until `isOver`; what was posted is answered then.
    func run(until isOver: () -> Bool) throws {
        while !isOver() {
            var work = Work(id: "\(name)-\(works.count)", token: newToken(), isStartedByPush: works.count % 2 == 1)
            try register(work)
            while work.step < Self.steps, !isOver() { try advance(&work) }
            if work.step == Self.steps { try end(&work) }
            works.append(work)
        }
    }

    private func register(_ work: Work) throws {
        let place =
            work.isStartedByPush
            ? #""kind":"start","attributesType":"SongAttributes""# : #""kind":"update","conversionId":"\#(work.id)""#
        let answer = try send(
            "/v1/registrations",
            #"{"subscriberId":"u-\#(work.id)","deviceId":"phone",\#(place),"sender":"apns","token":"\#(work.token)"}"#)
        guard [200, 201].contains(answer.status) else { throw Refusal(answer: answer.text) }
    }

    /// One event, or three in one request.
    private func advance(_ work: inout Work) throws {
        let count = work.step % 5 == 4 ? 3 : 1
        let steps = work.step + 1...min(work.step + count, Self.steps)
        let events = steps.map { step in
            Self.event(work, step, #""status":"generating","progress":\#(Double(step) / 100),"trackTitle":"\#(step)""#)
        }
        try post(events, steps.map { Self.eventId(work, $0) }, &work)
        work.step = steps.upperBound
    }

    private func end(_ work: inout Work) throws {
        let step = Self.steps + 1
        try post([Self.event(work, step, #""status":"completed""#)], [Self.eventId(work, step)], &work)
        work.isOver = true
    }

    private static func eventId(_ work: Work, _ step: Int) -> String { "\(work.id)-\(step)" }

    private static func event(_ work: Work, _ step: Int, _ members: String) -> String {
        #"{"conversionId":"\#(work.id)","subscriberId":"u-\#(work.id)","eventId":"\#(eventId(work, step))",\#(members)}"#
    }

    private func post(_ events: [String], _ ids: [String], _ work: inout Work) throws {
        let answer = try send("/v1/events", events.count == 1 ? events[0] : "[\(events.joined(separator: ","))]")
        let results = answer.json["results"]?.arrayValue ?? [answer.json]
        let outcomes = results.compactMap { $0.text("/outcome") }
        guard [200, 202].contains(answer.status), outcomes.count == events.count,
            outcomes.allSatisfy({ ["accepted", "duplicate"].contains($0) })
        else { throw Refusal(answer: answer.text) }
        work.answered += ids
    }

    /// Posts until there is an answer that is no "try again".
    private func send(_ path: String, _ body: String) throws -> HTTPAnswer {
        let deadline = TestClock.now + 4 * TestClock.patience
        while TestClock.now < deadline {
            do {
                let open = try client ?? HTTPClient(port: port())
                client = open
                let answer = try open.request(
                    "POST", path, headers: [("Content-Type", "application/json")], body: Array(body.utf8))
                if answer.status != 503 { return answer }
            } catch {
                client = nil
            }
            TestClock.wait(until: TestClock.now + 0.002)
        }
        throw Refusal(answer: "no answer in time")
    }
}
