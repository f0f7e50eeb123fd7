import JSON
import TestSupport
import Testing

@testable import APNsSimulator

struct FaultTests {
    private static func order(_ text: String) throws -> FaultOrder { try FaultReader.read(Array(text.utf8)) }

    static let orders: [(text: String, deed: Fault.Deed)] = [
        (#"{"reason":"BadTopic"}"#, .answer(Answer(.badTopic))),
        (
            #"{"reason":"Unregistered","timestamp":1790000000123}"#,
            .answer(Answer(status: 410, reason: "Unregistered", timestamp: 1_790_000_000_123))
        ),
        (
            #"{"reason":"TooManyRequests","retryAfter":30}"#,
            .answer(Answer(status: 429, reason: "TooManyRequests", retryAfter: 30))
        ),
        (#"{"status":502}"#, .answer(Answer(status: 502))), (#"{"stall":true}"#, .stall),
        (#"{"delay":0.5}"#, .delay(0.5)), (#"{"reset":"REFUSED_STREAM"}"#, .reset(.refusedStream)),
        (#"{"goaway":"Shutdown"}"#, .goAway("Shutdown")), (#"{"close":true}"#, .close),
        (#"{"closeAfterAnswer":true}"#, .closeAfterAnswer), (#"{"close":false,"stall":true}"#, .stall),
    ]

    @Test(arguments: orders) func `an order is read`(text: String, deed: Fault.Deed) throws {
        #expect(try Self.order(text) == .plan(Fault(token: nil, count: 1, deed: deed)))
    }

    @Test func `an order can be for a token, for so many pushes or for all`() throws {
        let token = try #require(DeviceToken(SimulatedAPNs.token(1).utf8))
        let text = #"{"token":"\#(SimulatedAPNs.token(1))","count":3,"stall":true}"#
        #expect(try Self.order(text) == .plan(Fault(token: token, count: 3, deed: .stall)))
        #expect(try Self.order(#"{"count":null,"stall":true}"#) == .plan(Fault(token: nil, count: nil, deed: .stall)))
    }

    @Test func `what is done at once is read`() throws {
        #expect(try Self.order(#"{"streams":5}"#) == .streams(5))
        #expect(try Self.order(#"{"accepting":false}"#) == .accepting(false))
    }

    @Test(arguments: [
        "", "[]", "{}", "{\"close\":false}", #"{"reason":"BadMood"}"#, #"{"reason":7}"#, #"{"status":99}"#,
        #"{"status":600}"#, #"{"stall":1}"#, #"{"delay":-1}"#, #"{"delay":3601}"#, #"{"reset":"REFUSED"}"#,
        #"{"stall":true,"close":true}"#, #"{"stall":true,"count":0}"#, #"{"stall":true,"token":"abc"}"#,
        #"{"stal":true}"#, #"{"stall":true} x"#, #"{"streams":-1}"#, #"{"stall":true,"count":1.5}"#,
    ]) func `an order that cannot be is refused in words`(_ text: String) throws {
        let error = #expect(throws: JSONError.self) { try Self.order(text) }
        #expect(error?.message.isEmpty == false)
    }

    @Test func `HTTP2's error codes have their numbers`() {
        #expect(ResetCode.noError.number == 0)
        #expect(ResetCode.internalError.number == 2)
        #expect(ResetCode.refusedStream.number == 7)
        #expect(ResetCode.cancel.number == 8)
        #expect(ResetCode.enhanceYourCalm.number == 11)
        #expect(ResetCode.http11Required.number == 13)
    }

    // MARK: What becomes of pushes

    private func line(_ orders: String...) throws -> SimulatedLine {
        var line = try SimulatedLine()
        for order in orders {
            guard case .plan(let fault) = try Self.order(order) else { continue }
            #expect(line.simulator.faults.add(fault) == true)
        }
        return line
    }

    @Test func `a fault is for the next push only, unless more are asked for`() throws {
        var line = try line(#"{"reason":"InternalServerError"}"#, #"{"status":502,"count":2}"#)
        #expect(line.send(SimulatedLine.body()) == .answer(Answer(.internalServerError)))
        #expect(line.send(SimulatedLine.body()) == .answer(Answer(status: 502)))
        #expect(line.send(SimulatedLine.body()) == .answer(Answer(status: 502)))
        #expect(line.device()?.shown == nil)
        #expect(line.send(SimulatedLine.body()) == .answer(.accepted))
        #expect(line.simulator.statistics.refused == ["InternalServerError": 1, "502": 2])
    }

    @Test func `a fault for one token leaves the others alone`() throws {
        var line = try line(#"{"token":"\#(SimulatedAPNs.token(2))","stall":true,"count":null}"#)
        for _ in 0..<3 {
            #expect(line.send(SimulatedLine.body(), token: 1) == .answer(.accepted))
            #expect(line.send(SimulatedLine.body(), token: 2) == .stall)
        }
        line.simulator.faults.removeAll()
        #expect(line.send(SimulatedLine.body(), token: 2) == .answer(.accepted))
    }

    @Test func `a delayed push and the last before a close are checked and taken`() throws {
        var line = try line(#"{"delay":2}"#, #"{"closeAfterAnswer":true}"#, #"{"delay":1}"#)
        #expect(line.send(SimulatedLine.body()) == .later(.accepted, seconds: 2))
        #expect(line.send(SimulatedLine.body(at: SimulatedLine.start + 1)) == .answerAndClose(.accepted))
        #expect(line.send("") == .later(Answer(.payloadEmpty), seconds: 1))
        #expect(line.device()?.pushes == 2)
    }

    @Test func `a push that is not answered is not taken`() throws {
        var line = try line(
            #"{"reset":"INTERNAL_ERROR"}"#, #"{"goaway":"Shutdown"}"#, #"{"close":true}"#, #"{"stall":true}"#)
        #expect(line.send(SimulatedLine.body()) == .reset(.internalError))
        #expect(line.send(SimulatedLine.body()) == .goAway("Shutdown"))
        #expect(line.send(SimulatedLine.body()) == .close)
        #expect(line.send(SimulatedLine.body()) == .stall)
        #expect(line.device()?.shown == nil)
        #expect(!line.connection.hasAccepted)
        let counted = ["reset INTERNAL_ERROR": 1, "goaway Shutdown": 1, "close": 1, "stall": 1]
        #expect(line.simulator.statistics.refused == counted)
    }

    @Test func `a 410 tells since when, now where nothing else was said`() throws {
        var line = try line(#"{"reason":"ExpiredToken"}"#)
        line.now += 0.25
        let answer = Answer(status: 410, reason: "ExpiredToken", timestamp: 1_790_000_000_250)
        #expect(line.send(SimulatedLine.body()) == .answer(answer))
    }

    @Test func `a provider token that was said to have expired may be followed by a new one at once`() throws {
        var line = try SimulatedLine()
        line.send(SimulatedLine.body())
        let fault = Fault(count: 1, deed: .answer(Answer(.expiredProviderToken)))
        #expect(line.simulator.faults.add(fault) == true)
        #expect(line.send(SimulatedLine.body()) == .answer(Answer(.expiredProviderToken)))
        var push = line.push()
        push.set("authorization", "bearer \(try SimulatedLine.token(issuedAt: SimulatedLine.start + 1))")
        #expect(line.decide(push) == .answer(.accepted))
    }

    @Test func `so many faults wait and no more`() throws {
        var plan = FaultPlan()
        for _ in 0..<FaultPlan.most { #expect(plan.add(Fault(count: nil, deed: .stall)) == true) }
        #expect(plan.add(Fault(count: nil, deed: .stall)) == false)
    }
}
