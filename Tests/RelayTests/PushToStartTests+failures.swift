import ActivityResolver
import JSON
import Push
import Storage
import Testing

@testable import Relay

/// What becomes of a start that fails, of its token and of the relay.
extension PushToStartTests {
    // MARK: Failures

    @Test func `a start that failed for certain goes again, with the newest state`() throws {
        try relay.registerStart("d")
        try take(Self.start())
        let first = try starts(in: 2)
        #expect(try relay.learn(.retry(Failure("503")), of: first).isEmpty)
        try take(Self.update("\"status\":\"generating\",\"progress\":0.3,\"trackTitle\":\"Rain\""))
        let second = try starts(in: 1.5)
        #expect(second.map(\.number) == [2])
        #expect(second.map(\.planned.event) == [.start])
        #expect(second.first?.planned.contentState.progress == 0.3)
        #expect(second.first?.planned.alert == Alert(title: "Rain", body: "Generating…"))
        #expect(try relay.learn(.retry(Failure("503")), of: second).isEmpty)
        try relay.restart()
        let third = try starts(in: 3)
        #expect(third.map(\.number) == [3])
        let stamps = (first + second + third).map(\.timestamp)
        #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 })
        #expect(try relay.learn(.ok, of: third).isEmpty)
        #expect(try starts(in: 600).isEmpty)
    }

    @Test func `a start that was sent whole and not answered counts as delivered`() throws {
        try relay.registerStart("d")
        try take(Self.start())
        #expect(try relay.learn(.unknown("no answer within 10 s"), of: starts(in: 2)).isEmpty)
        let state = try #require(try relay.state("t"))
        #expect(state.isSettled)
        #expect(try starts(in: 600).isEmpty)
        #expect(try pushes().first { $0.outcome == "unknown" }?.detail == "no answer within 10 s")
    }

    /// What the history says of the activity's pushes.
    private func pushes() throws -> [PushView] {
        var log = HistoryLog(try #require(try relay.state("t")))
        var next = try #require(try relay.row("t")).history
        while let entry = try relay.store.read({ try $0.historyEntry(next) }) {
            log.take(entry)
            next = entry.previous
        }
        return log.pushes
    }

    @Test func `a start that is refused for good is given up`() throws {
        try relay.registerStart("d")
        try take(Self.start())
        #expect(try relay.learn(.dropped("413"), of: starts(in: 2)).isEmpty)
        #expect(try starts(in: 600).isEmpty)
        #expect(try relay.registration("r1")?.token == "S")
    }

    @Test func `what is owed of a start is given up with the activity's end`() throws {
        try relay.registerStart("d")
        try take(Self.start())
        _ = try relay.learn(.retry(Failure("503")), of: starts(in: 2))
        try take(Self.complete)
        let state = try #require(try relay.state("t"))
        #expect(state.isSettled)
        #expect(try starts(in: 600).isEmpty)
    }

    @Test(arguments: [Outcome.retry(Failure("503")), .dead("410"), .unknown("no answer")])
    func `a start under way at the end is not repeated, whatever comes of it`(_ outcome: Outcome) throws {
        try relay.registerStart("d")
        try take(Self.start())
        let pushes = try starts(in: 2)
        try take(Self.complete)
        #expect(try relay.learn(outcome, of: pushes).isEmpty)
        #expect(try starts(in: 600).isEmpty)
    }

    @Test(arguments: [true, false])
    func `what is owed of a start is given up when the device shows its card`(_ isUnderWay: Bool) throws {
        try relay.registerStart("d")
        try take(Self.start())
        let pushes = try starts(in: 2)
        if isUnderWay {
            try showCard("d")
            #expect(try relay.learn(.retry(Failure("503")), of: pushes).isEmpty)
        } else {
            #expect(try relay.learn(.retry(Failure("503")), of: pushes).isEmpty)
            try showCard("d")
        }
        let state = try #require(try relay.state("t"))
        #expect(state.isSettled)
        #expect(try starts(in: 600).isEmpty)
    }

    @Test func `a start that its service takes no more is held back, and goes once it is back`() throws {
        for index in 0..<6 {
            let request = RegistrationRequest(
                subscriberId: "s\(index)", kind: .update, conversionId: "x\(index)", sender: "cards", token: .new("X"))
            try relay.register(request)
            let event = "{\"conversionId\":\"x\(index)\",\"subscriberId\":\"s\(index)\"}"
            _ = try relay.learn(.retry(Failure("refused", scope: .service)), of: relay.take(event).pushes)
        }
        try relay.registerStart("d")
        try relay.registerStart("e")
        try take(Self.start())
        var sent: [Push] = []
        for _ in 0..<100 {
            let pushes = try relay.wait(1)
            sent += pushes.filter(\.isPushToStart)
            sent += try relay.learn(.ok, of: pushes).filter(\.isPushToStart)
        }
        #expect(sent.map(\.planned.target).sorted() == ["r7", "r8"])
    }

    @Test func `a start that was held back was none`() throws {
        try relay.registerStart("x", subscriberId: "v")
        let refused = Outcome.retry(Failure("403", scope: .key))
        _ = try relay.take("{\"conversionId\":\"x\",\"subscriberId\":\"v\"}")
        _ = try relay.learn(refused, of: starts(in: 2))
        try relay.registerStart("d")
        try take(Self.start())
        #expect(try starts(in: 2).isEmpty, "its key is refused")
        try relay.registerStart("d", token: nil)
        try relay.registerStart("d", token: "T")
        var sent: [Push] = []
        for _ in 0..<30 {
            let pushes = try starts(in: 1)
            sent += pushes
            sent += try relay.learn(.ok, of: pushes)
        }
        #expect(sent.filter { $0.conversionId == "t" }.map(\.place?.token) == ["T"])
    }

    // MARK: Rotation and death of a start token

    @Test func `a start token that replaces one which got its start gets none`() throws {
        try started()
        try relay.registerStart("d", token: "T")
        #expect(try starts(in: 60).isEmpty)
        try relay.restart()
        try relay.registerStart("d", token: "V")
        #expect(try starts(in: 60).isEmpty)
    }

    @Test func `a start that is owed goes to the new token, at once`() throws {
        try relay.registerStart("d")
        try take(Self.start())
        _ = try relay.learn(.retry(Failure("503")), of: starts(in: 2))
        let pushes = try relay.registerStart("d", token: "T").pushes
        #expect(pushes.map(\.place?.token) == ["T"])
        #expect(pushes.map(\.number) == [2])
        #expect(try relay.learn(.ok, of: pushes).isEmpty)
        #expect(try starts(in: 60).isEmpty)
    }

    @Test(arguments: [
        (Outcome.ok, false), (.unknown("no answer"), false), (.retry(Failure("503")), true), (.dead("410"), true),
        (.dropped("400"), true),
    ])
    func `a token that is replaced while its start is under way: the new one gets it unless it went`(
        _ outcome: Outcome, _ goesAgain: Bool
    ) throws {
        try relay.registerStart("d")
        try take(Self.start())
        let first = try starts(in: 2)
        #expect(try relay.registerStart("d", token: "T").pushes.isEmpty)
        #expect(try starts(in: 0).isEmpty)
        let second = try relay.learn(outcome, of: first)
        #expect(second.map(\.place?.token) == (goesAgain ? ["T"] : []))
        #expect(try relay.registration("r1")?.token == "T")
        #expect(try relay.learn(.ok, of: second).isEmpty)
        #expect(try starts(in: 600).isEmpty)
    }

    @Test func `a dead start token is dropped, and the next one of its device gets the start`() throws {
        try relay.registerStart("d")
        try take(Self.start())
        let pushes = try starts(in: 2)
        #expect(try relay.learn(.dead("Unregistered", since: relay.now), of: pushes).isEmpty)
        #expect(try relay.registration("r1")?.token == nil)
        #expect(try relay.registration("r1")?.end == "Unregistered")
        #expect(try relay.state("t")?.retired.map(\.reason) == ["Unregistered"])
        #expect(try starts(in: 60).isEmpty)
        try relay.registerStart("d", token: "T")
        let next = try starts(in: 0)
        #expect(next.map(\.place?.token) == ["T"])
        #expect(next.map(\.number) == [2])
        #expect(try relay.state("t")?.retired == [])
    }

    @Test func `a death from before its registration is doubted once, and the token kept`() throws {
        try relay.registerStart("d")
        try take(Self.start())
        let first = try starts(in: 2)
        #expect(try relay.learn(.dead("Unregistered", since: relay.now - 1000), of: first).isEmpty)
        let second = try starts(in: 2)
        #expect(second.map(\.number) == [2])
        #expect(try relay.learn(.dead("Unregistered", since: relay.now - 1000), of: second).isEmpty)
        #expect(try starts(in: 600).isEmpty)
        #expect(try relay.registration("r1")?.token == "S")
    }

    @Test func `a token that is registered again while its start is under way is not called dead by that`() throws {
        try relay.registerStart("d")
        try take(Self.start())
        let first = try starts(in: 2)
        let since = relay.now
        relay.now += 1
        try relay.registerStart("d")
        _ = try relay.learn(.dead("Unregistered", since: since), of: first)
        #expect(try relay.registration("r1")?.token == "S")
        #expect(try starts(in: 2).count == 1)
    }

    // MARK: Removal

    @Test(arguments: [true, false])
    func `who deletes a start token, or opts out, gets no start`(_ isDeleted: Bool) throws {
        try relay.registerStart("d")
        try take(Self.start())
        if isDeleted { try relay.unregister("r1") } else { try relay.registerStart("d", token: nil) }
        #expect(try starts(in: 60).isEmpty)
    }

    @Test(arguments: [true, false])
    func `what is owed of a start ends with its registration`(_ isDeleted: Bool) throws {
        try relay.registerStart("d")
        try take(Self.start())
        _ = try relay.learn(.retry(Failure("503")), of: starts(in: 2))
        if isDeleted { try relay.unregister("r1") } else { try relay.registerStart("d", token: nil) }
        #expect(try starts(in: 60).isEmpty)
        // Nothing was started, so it may be now.
        try relay.registerStart("d")
        #expect(try starts(in: 0).count == 1)
    }

    @Test(arguments: [true, false])
    func `a start under way whose registration ends is not repeated`(_ isDeleted: Bool) throws {
        try relay.registerStart("d")
        try take(Self.start())
        let pushes = try starts(in: 2)
        if isDeleted { try relay.unregister("r1") } else { try relay.registerStart("d", token: nil) }
        #expect(try relay.learn(.retry(Failure("503")), of: pushes).isEmpty)
        #expect(try starts(in: 60).isEmpty)
    }

    @Test(arguments: [true, false])
    func `a device that was started is not again for having left and come back`(_ isDeleted: Bool) throws {
        try started()
        if isDeleted { try relay.unregister("r1") } else { try relay.registerStart("d", token: nil) }
        #expect(try relay.state("t")?.retired.count == 1)
        try relay.registerStart("d", token: "T")
        #expect(try starts(in: 60).isEmpty)
        try take(Self.again)
        #expect(try starts(in: 2).map(\.place?.token) == ["T"])
    }

    @Test func `a start token that was deleted between two runs is no target of the next`() throws {
        try started()
        try take(Self.complete)
        _ = try starts(in: 600)
        try relay.unregister("r1")
        try take(Self.again)
        #expect(try starts(in: 60).isEmpty)
        #expect(try relay.state("t")?.deliveries.map(\.target) == ["log"])
    }

    // MARK: Crashes

    @Test func `a start whose outcome nobody knows after a crash is not sent again`() throws {
        try relay.registerStart("d")
        try take(Self.start())
        #expect(try starts(in: 2).count == 1)
        for _ in 0..<3 {
            try relay.restart()
            #expect(try starts(in: 60).isEmpty)
        }
        #expect(try pushes().first { $0.push["reason"]?.stringValue == "start" && $0.outcome == "unknown" } != nil)
        try relay.registerStart("d", token: "T")
        #expect(try starts(in: 60).isEmpty)
    }

    @Test(arguments: [0.0, 1, 2, 30])
    func `a crash before the start is handed over loses nothing and doubles nothing`(_ down: Double) throws {
        try relay.registerStart("d")
        try take(Self.start())
        relay.now += down
        try relay.restart()
        #expect(try starts(in: max(0, 2 - down)).count == 1)
        try relay.restart()
        #expect(try starts(in: 60).isEmpty)
    }
}
