import ActivityResolver
import Testing

/// The parts of the resolver by themselves; the rules as a whole are in the worked examples.
@Suite struct ResolverTests {
    private let rules = Rules()

    @Test(arguments: [
        (0.57, 0.57), (0.69996, 0.6999), (0.7, 0.7), (1, 1), (0, 0), (0.99999999, 1), (0.3833333, 0.3833), (0.29, 0.29),
    ])
    func `progress is cut to four decimals, not rounded`(_ progress: Double, _ emitted: Double) {
        #expect(Tolerance.emitted(progress) == emitted)
    }

    @Test func `every whole step of progress is emitted as itself`() {
        for step in 0...10_000 { #expect(Tolerance.emitted(Double(step) / 10_000) == Double(step) / 10_000) }
    }

    @Test(arguments: [
        ("queued", StageMatch.stage(rank: 0)), ("In-Queue", .stage(rank: 0)), ("WARMING_UP", .stage(rank: 1)),
        ("in progress", .stage(rank: 2)), ("PostProcessing", .stage(rank: 3)), ("Succeeded", .terminal(.completed)),
        ("time-out", .terminal(.failed)), ("Expired", .terminal(.expired)), ("canceled", .terminal(.cancelled)),
        ("success pending", .unlisted), ("composing", .unlisted), ("", .unlisted),
    ])
    func `aliases match without regard to case, dashes, underscores and spaces`(_ word: String, _ match: StageMatch) {
        #expect(StageList.standard.match(word) == match)
    }

    @Test func `a configured list keeps the default endings, but not at the cost of its own words`() throws {
        let list = try StageList([
            Stage(id: "queued", label: "Q"), Stage(id: "work", label: "Work", from: 0, aliases: ["done"]),
        ])
        #expect(list.match("done") == .stage(rank: 1))
        #expect(list.match("finished") == .terminal(.completed))
        #expect(list.ending(.failed).label == "Failed")
    }

    @Test func `the position stands wherever the label asks for it`() {
        #expect(QueueLabel("#{position} of {position}").text(3) == "#3 of 3")
        #expect(QueueLabel("{position}").text(12) == "12")
        #expect(QueueLabel("in line").text(1) == "in line")
        #expect(QueueLabel("{pos}{position").text(1) == "{pos}{position")
    }

    @Test func `a type told decides, else the status says it`() {
        var event = Event(conversionId: "t")
        event.fields.status = .set("timed-out")
        #expect(event.resolvedType(.standard) == .fail)
        event.fields.status = .set("expired")
        #expect(event.resolvedType(.standard) == .fail)
        event.type = .update
        #expect(event.resolvedType(.standard) == .update)
    }

    @Test func `reasons stand in the order of the rules`() {
        #expect(
            PushReason.allCases.sorted().map(\.rawValue).prefix(13).joined(separator: " ") == """
                start boundary overflow pause resume queue status alert content eta progress stale nudge
                """)
    }
}
