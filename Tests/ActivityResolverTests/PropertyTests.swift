import ActivityResolver
import TestSupport
import Testing

/// What must hold whatever a backend sends: random stories of one activity, the same in every run.
@Suite struct PropertyTests {
    private let rules = Rules()
    private static let zero = 1_790_000_000.0

    @Test(arguments: 0..<40)
    func `no reader ever sees the ring or the stage go back within a run`(_ seed: Int) {
        var story = Story(seed: UInt64(seed), rules: rules)
        var progress = 0.0
        var rank = 0
        for _ in 0..<200 {
            let restarted = story.step()
            if restarted {
                progress = 0
                rank = 0
            }
            guard story.activity.phase != .queued, story.activity.run.queuePosition == nil else { continue }
            let state = story.activity.contentState(at: story.now, rules)
            let stage = rules.stages.rank(ofId: state.status) ?? Int.max
            #expect(state.progress >= progress)
            #expect(stage >= rank)
            if story.activity.ending == nil {
                progress = state.progress
                rank = stage
            }
        }
    }

    @Test(arguments: 0..<40)
    func `pushes keep their distance, and only an end goes sooner`(_ seed: Int) {
        var story = Story(seed: UInt64(1000 + seed), rules: rules)
        for _ in 0..<200 { _ = story.step() }
        for (earlier, later) in zip(story.pushes, story.pushes.dropFirst()) where later.push.event != .end {
            #expect(later.at - earlier.at >= rules.policy.minPushInterval - Tolerance.seconds)
            if later.push.priority == 5, later.push.reason == .nudge {
                #expect(later.at - earlier.at >= rules.policy.nudgeInterval - Tolerance.seconds)
            }
        }
    }

    @Test(arguments: 0..<40)
    func `a stale date and a moving ETA are never in the past, and an end carries neither`(_ seed: Int) {
        var story = Story(seed: UInt64(2000 + seed), rules: rules, fixesEnds: false)
        for _ in 0..<200 { _ = story.step() }
        for (at, push) in story.pushes {
            if let staleAt = push.staleAt { #expect(staleAt > at) }
            if let date = push.contentState.estimatedCompletionDate { #expect(date > at) }
            if push.event == .end {
                #expect(push.staleAt == nil && push.contentState.estimatedCompletionDate == nil)
                #expect(push.contentState.timer == nil && push.contentState.queuePosition == nil)
            }
        }
    }

    @Test(arguments: 0..<40)
    func `no more urgent pushes an hour than the budget, ends, boundaries and alerts aside`(_ seed: Int) {
        var policy = Policy()
        policy.urgentPerHour = 5
        var story = Story(seed: UInt64(3000 + seed), rules: Rules(policy: policy))
        for _ in 0..<300 { _ = story.step() }
        for (index, (at, push)) in story.pushes.enumerated()
        where push.priority == 10 && push.event != .end && push.alert == nil && push.reason != .boundary {
            let before = story.pushes[..<index].count { $0.push.priority == 10 && $0.at > at - 3600 + 1e-3 }
            // A boundary may hide behind the reason of a push it waited with.
            let excepted = story.boundaries
            #expect(before < 5 + excepted)
        }
    }
}

/// A story of one activity: random events and waits, and the pushes they lead to.
private struct Story {
    private(set) var activity: Activity
    private(set) var pushes: [(at: Double, push: PlannedPush)] = []
    private(set) var now = 1_790_000_000.0
    private(set) var boundaries = 0
    private var deliveries = [Delivery(target: "log", kind: .plain)]
    private var generator: SeededGenerator
    private let rules: Rules
    private let fixesEnds: Bool

    init(seed: UInt64, rules: Rules, fixesEnds: Bool = true) {
        generator = SeededGenerator(seed: seed)
        self.rules = rules
        self.fixesEnds = fixesEnds
        let (begun, effect) = Activity.begin(with: Event(conversionId: "t", type: .start), at: now, rules)
        activity = begun
        carryOut(effect)
    }

    /// Lets some time pass, then an event happen; true where it began a new run.
    mutating func step() -> Bool {
        wait(Double(Int.random(in: 0...120, using: &generator)) / 4)
        let event = randomEvent()
        switch activity.admission(of: event, isSeen: false, at: now, rules) {
        case .restarts:
            carryOut(activity.restart(with: event, at: now, rules))
            return true
        case .late: carryOut(activity.take(event, isLate: true, at: now, rules))
        case .inTurn: carryOut(activity.take(event, isLate: false, at: now, rules))
        case .begins, .duplicate, .ignored, .foreignSubscriber: break
        }
        return false
    }

    private mutating func wait(_ seconds: Double) {
        let end = now + seconds
        while activity.ending == nil {
            let timer = activity.nextTimer(for: deliveries, rules)
            guard timer.at <= end else { break }
            now = max(now, timer.at)
            let fired = activity.fireTimer(for: &deliveries, at: now, rules)
            #expect(fired?.kind == timer.kind)
            if timer.kind == .boundary { boundaries += 1 }
            note(fired?.pushes ?? [])
        }
        now = end
    }

    private mutating func carryOut(_ effect: Activity.Effect) {
        switch effect {
        case .news(let change):
            if change?.hasBoundary ?? false { boundaries += 1 }
            note(activity.plan(change, for: &deliveries, at: now, rules))
        case .ends(let terminal, let displayStatus, let alert):
            note(
                activity.end(
                    terminal, displayStatus: displayStatus, alert: alert, to: &deliveries, at: now, rules))
        }
    }

    private mutating func note(_ planned: [PlannedPush]) {
        for push in planned { pushes.append((now, push)) }
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    private mutating func instant() -> Double { now + Double(Int.random(in: -30...120, using: &generator)) }

    private mutating func randomEvent() -> Event {
        var event = Event(conversionId: "t")
        if chance(5) { event.type = [.complete, .fail, .cancel].randomElement(using: &generator) }
        if chance(15) { event.type = [.pause, .resume].randomElement(using: &generator) }
        if activity.ending != nil || chance(2) { event.attempt = (activity.attempt ?? 1) + 1 }
        if chance(40) { event.progress = Double(Int.random(in: 0...100, using: &generator)) / 100 }
        if chance(20) { event.occurredAt = instant() }
        let words = ["queued", "starting", "generating", "finalizing", "composing", "done"]
        if chance(40) { event.fields.status = words.randomElement(using: &generator).map { .set($0) } ?? .cleared }
        if chance(10) { event.fields.displayStatus = chance(50) ? .cleared : .set("Verse") }
        if chance(30) { event.fields.estimatedCompletionDate = chance(15) ? .cleared : .set(instant()) }
        if fixesEnds && chance(10) { event.fields.fixedEnd = .set(chance(50)) }
        if chance(15) { event.fields.queuePosition = .set(Int.random(in: 0...4, using: &generator)) }
        if chance(10) { event.fields.staleAt = chance(30) ? .cleared : .set(instant()) }
        if chance(10) { event.fields.trackTitle = .set("Take \(Int.random(in: 0...9, using: &generator))") }
        if chance(8) { event.fields.timer = chance(30) ? .cleared : .set(.countDown(from: now - 5, until: now + 40)) }
        if chance(8) { event.fields.subtitleOverflow = .set("Running over") }
        if chance(8) { event.boundary = .set(Boundary(at: instant(), alert: Alert(title: "Now"))) }
        if chance(5) { event.alert = Alert(title: "Look") }
        return event
    }
}
