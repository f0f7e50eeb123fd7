import ActivityResolver
import Push
import Testing

@testable import Relay

/// Cards that come and go, and runs that follow each other.
extension PushToStartTests {
    // MARK: Mute

    /// How a device's card goes.
    enum Loss: CaseIterable {
        case dies, optsOut, isDeleted
    }

    private func lose(_ loss: Loss) throws {
        switch loss {
        case .dies:
            relay.now += 10
            let pushes = try relay.take(Self.update("\"status\":\"generating\",\"progress\":0.5")).pushes
            _ = try relay.learn(.dead("410"), of: pushes.filter { $0.place?.token == "A" })
        case .optsOut: try relay.register("d", token: .optOut, sender: "cards")
        case .isDeleted: try relay.unregister("r2")
        }
    }

    @Test(arguments: Loss.allCases)
    func `a device whose card is gone is not started again, unless by a new token or a restart`(_ loss: Loss) throws {
        try started()
        try showCard("d")
        try lose(loss)
        #expect(try relay.state("t")?.muted == ["d"])
        try relay.registerStart("d")
        #expect(try starts(in: 60).isEmpty)
        try relay.restart()
        #expect(try starts(in: 60).isEmpty)
        try relay.registerStart("d", token: "T")
        #expect(try starts(in: 0).map(\.place?.token) == ["T"])
    }

    @Test(arguments: Loss.allCases)
    func `a card that is gone before the start's time keeps the start away, until a restart`(_ loss: Loss) throws {
        let relay = relay
        try relay.registerStart("d")
        try take(Self.start(",\"startedAt\":\(relay.now)"))
        try showCard("d")
        if loss == .dies {
            let pushes = try relay.take(Self.update("\"status\":\"generating\",\"trackTitle\":\"Rain\"")).pushes
            let all = try pushes + relay.wait(1)
            _ = try relay.learn(.dead("410"), of: all.filter { $0.place?.token == "A" })
        } else {
            try lose(loss)
        }
        #expect(try starts(in: 60).isEmpty)
        try take(Self.again)
        #expect(try starts(in: 2).map(\.place?.token) == ["S"])
        #expect(try relay.state("t")?.muted == [])
    }

    @Test func `a new token of the card ends the mute, and the card needs no start`() throws {
        try started()
        try showCard("d")
        try lose(.dies)
        #expect(try showCard("d", token: "B").map(\.planned.event) == [.update])
        #expect(try relay.state("t")?.muted == [])
        try relay.registerStart("d", token: "T")
        #expect(try starts(in: 60).isEmpty)
    }

    @Test func `a device that left and whose card is gone is started by a new token`() throws {
        try started()
        try showCard("d")
        try relay.unregister("r1")
        try lose(.dies)
        #expect(try starts(in: 60).isEmpty)
        try relay.registerStart("d", token: "T")
        #expect(try starts(in: 0).map(\.place?.token) == ["T"])
    }

    @Test func `the mute of one device is not another's`() throws {
        try started()
        try showCard("d")
        try lose(.dies)
        try relay.registerStart("e", token: "E")
        #expect(try starts(in: 0).map(\.place?.token) == ["E"])
    }

    @Test func `devices that come and go are not remembered without end`() throws {
        try take(Self.start())
        for device in 0..<120 {
            try relay.register("d\(device)", sender: "cards")
            let id = try #require(try relay.registrations("t").first)
            try relay.unregister(id)
        }
        #expect(try relay.state("t")?.muted.count == 100)
        #expect(try relay.state("t")?.muted.last == "d119")
    }

    // MARK: Restarts of the activity

    @Test func `a restart may start again, once`() throws {
        try started()
        relay.now += 60
        try take(Self.again)
        let pushes = try starts(in: 2)
        #expect(pushes.map(\.number) == [2])
        #expect(try relay.learn(.ok, of: pushes).isEmpty)
        #expect(try starts(in: 600).isEmpty)
    }

    @Test func `in a run no more than a hundred cards are started`() throws {
        try take(Self.start())
        var count = 0
        for device in 0..<103 {
            let id = try relay.registerStart("d\(device)").reply.get().registration.id
            let pushes = try starts(in: 3)
            count += pushes.count
            _ = try relay.learn(.ok, of: pushes)
            try relay.unregister(id)
        }
        #expect(count == 100)
        #expect(try relay.state("t")?.retired.count == 100)
        try relay.registerStart("next")
        try take(Self.again)
        #expect(try starts(in: 2).count == 1)
        #expect(try relay.state("t")?.retired == [])
    }

    @Test func `a restart of a live activity starts no card where one is`() throws {
        try started()
        try showCard("d")
        relay.now += 60
        let pushes = try take(Self.again)
        #expect(pushes.map(\.place?.token) == ["A"])
        #expect(pushes.map(\.planned.event) == [.update])
        #expect(try starts(in: 600).isEmpty)
    }

    @Test(arguments: Loss.allCases)
    func `after an end the card is over: the next run's is started, whatever becomes of the old token`(
        _ loss: Loss
    ) throws {
        try started()
        try showCard("d")
        relay.now += 60
        #expect(try take(Self.complete).map(\.planned.event) == [.end])
        relay.now += 60
        let pushes = try relay.take(Self.again).pushes
        #expect(pushes.map(\.planned.event) == [.update])
        _ = try relay.learn(loss == .dies ? .dead("410") : .ok, of: pushes)
        if loss != .dies { try lose(loss) }
        try relay.restart()
        #expect(try relay.state("t")?.muted == [])
        #expect(try starts(in: 2).map(\.place?.token) == ["S"])
    }

    @Test func `an end that failed, and was overtaken by a restart, makes no card's token start one`() throws {
        let relay = try EngineFixture(random: { 0 })
        _ = try relay.learn(.ok, of: relay.take(Self.start()).pushes)
        _ = try relay.learn(.ok, of: relay.register("d", sender: "cards").pushes)
        relay.now += 60
        _ = try relay.learn(.retry(Failure("503")), of: relay.take(Self.complete).pushes)
        relay.now += 0.1
        // It waits for the second after the end; the end's next try does not.
        #expect(try relay.take(Self.again).pushes.isEmpty)
        #expect(try relay.wait(0.8).map(\.planned.event) == [.update])
    }

    @Test func `a new card's token after an end is a card`() throws {
        try started()
        try showCard("d")
        relay.now += 60
        try take(Self.complete)
        relay.now += 60
        try take(Self.again)
        try showCard("d", token: "B")
        #expect(try starts(in: 60).isEmpty)
    }

    @Test(arguments: [Outcome.ok, .unknown("no answer"), .retry(Failure("503"))])
    func `a start under way at a restart is the new run's`(_ outcome: Outcome) throws {
        try relay.registerStart("d")
        try take(Self.start())
        let first = try starts(in: 2)
        try take(Self.again)
        #expect(try starts(in: 3).isEmpty)
        _ = try relay.learn(outcome, of: first)
        let goesAgain = !outcome.countsAsDelivered
        let second = try starts(in: 2)
        #expect(second.map(\.number) == (goesAgain ? [2] : []))
        #expect(try relay.learn(.ok, of: second).isEmpty)
        #expect(try starts(in: 600).isEmpty)
    }

    @Test func `a start that arrives just after a restart shows the new run`() throws {
        try relay.registerStart("d")
        try take(Self.start())
        let first = try starts(in: 2)
        try take(Self.again)
        relay.now += 1
        #expect(try relay.learn(.ok, of: first).isEmpty)
        #expect(try starts(in: 600).isEmpty)
    }

    // MARK: Held ends

    @Test(arguments: [0.0, 60, 3600, 86_000])
    func `a device that was started by push gets the end with its token, however late`(_ late: Double) throws {
        try started()
        relay.now += 30
        try take(Self.complete)
        let ended = relay.now
        _ = try starts(in: late)
        try relay.restart()
        let end = try relay.register("d", sender: "cards").pushes
        #expect(end.map(\.planned.event) == [.end])
        #expect(end.first?.planned.dismissalDate == ended + 300)
        #expect(end.first?.planned.contentState.progress == 1)
        #expect(try relay.learn(.ok, of: end).isEmpty)
        #expect(try relay.register("d", token: .new("B"), sender: "cards").pushes.isEmpty)
    }

    @Test func `a card that was superseded before its token came goes when it comes`() throws {
        try started()
        relay.now += 30
        try take(Self.start(of: "next"))
        let superseded = relay.now
        relay.now += 5
        let end = try showCard("d")
        #expect(end.map(\.planned.event) == [.end])
        #expect(end.map(\.planned.reason) == [.superseded])
        #expect(end.first?.planned.dismissalDate == superseded)
    }

    @Test func `the card's own pushes have later timestamps than its start`() throws {
        try relay.registerStart("d")
        try take(Self.start())
        let start = try #require(try starts(in: 2).first)
        _ = try relay.learn(.ok, of: [start])
        let first = try #require(try showCard("d").first)
        #expect(first.timestamp > start.timestamp)
        relay.now -= 3600
        let other = try #require(try relay.register("e", token: .new("B"), sender: "cards").pushes.first)
        #expect(other.timestamp > start.timestamp)
    }
}
