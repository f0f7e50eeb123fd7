import ActivityResolver
import TestSupport
import Testing

/// What a content state alone says of a later instant, held against what the relay would show then.
@Suite struct `Shown at an instant` {
    private static let zero = 1_790_000_000.0

    private static func state(_ change: (inout ContentState) -> Void) -> ContentState {
        var state = ContentState(status: "generating", displayStatus: "Generating…", progress: 0.2)
        change(&state)
        return state
    }

    // MARK: The ring

    @Test func `without startedAt the ring stands beside an ETA that may move`() {
        let state = Self.state { $0.estimatedCompletionDate = Self.zero + 100 }
        #expect(state.resolve(now: Self.zero + 60).contentState == state)
    }

    @Test(arguments: [
        (10, 0.2, "generating"), (50, 0.5, "generating"), (70, 0.7, "finalizing"), (99, 0.95, "finalizing"),
    ])
    func `with it the ring goes by time, up to 95 %, and the label with it`(
        _ after: Double, _ progress: Double, _ status: String
    ) {
        let state = Self.state { $0.estimatedCompletionDate = Self.zero + 100 }
        let shown = state.resolve(now: Self.zero + after, startedAt: Self.zero).contentState
        #expect(shown.progress == progress)
        #expect(shown.status == status)
        #expect(shown.displayStatus == (status == "finalizing" ? "Finalizing…" : "Generating…"))
    }

    @Test func `beside a fixed end the ring goes by the countdown, and the label stays with the backend`() {
        let state = Self.state {
            $0.estimatedCompletionDate = Self.zero + 100
            $0.timer = .countDown(from: Self.zero, until: Self.zero + 100)
        }
        let shown = state.resolve(now: Self.zero + 80).contentState
        #expect(shown.progress == 0.8)
        #expect(shown.status == "generating")
        #expect(state.resolve(now: Self.zero + 200).contentState.progress == 0.95)
    }

    @Test func `a stage of a list that is not at hand keeps its label`() {
        var state = Self.state { $0.estimatedCompletionDate = Self.zero + 100 }
        state.status = "mixing"
        #expect(state.resolve(now: Self.zero + 90, startedAt: Self.zero).contentState.displayStatus == "Generating…")
    }

    @Test func `stages of the app's own relay are taken by their own progress`() throws {
        let stages = try StageList([
            Stage(id: "queued", label: "Q"), Stage(id: "generating", label: "G", from: 0),
            Stage(id: "mixing", label: "Mixing", from: 0.4),
        ])
        let state = Self.state { $0.estimatedCompletionDate = Self.zero + 100 }
        let shown = state.resolve(now: Self.zero + 40, startedAt: Self.zero, stages: stages).contentState
        #expect(shown.status == "mixing")
        #expect(shown.displayStatus == "Mixing")
    }

    @Test(arguments: [0, -5])
    func `an ETA that is not after the start moves nothing`(_ after: Double) {
        let state = Self.state { $0.estimatedCompletionDate = Self.zero + after }
        #expect(state.resolve(now: Self.zero - 10, startedAt: Self.zero).contentState.progress == 0.2)
    }

    // MARK: Dates

    @Test func `an ETA goes when it has passed, a fixed one stays`() {
        let moving = Self.state { $0.estimatedCompletionDate = Self.zero }
        #expect(moving.resolve(now: Self.zero - 1).contentState.estimatedCompletionDate == Self.zero)
        #expect(moving.resolve(now: Self.zero).contentState.estimatedCompletionDate == nil)
        var fixed = moving
        fixed.timer = .countDown(from: Self.zero - 100, until: Self.zero)
        #expect(fixed.resolve(now: Self.zero + 1).contentState.estimatedCompletionDate == Self.zero)
    }

    @Test func `content is stale from its stale date on, and not without one`() {
        let state = Self.state { $0.staleAt = Self.zero }
        #expect(!state.resolve(now: Self.zero - 0.1).isStale)
        #expect(state.resolve(now: Self.zero).isStale)
        #expect(state.resolve(now: Self.zero).contentState.staleAt == nil)
        #expect(!Self.state { _ in }.resolve(now: Self.zero).isStale)
    }

    // MARK: The clock

    @Test(arguments: [
        (ActivityTimer.countDown(from: zero, until: zero + 60), 20, ClockReading(seconds: 40)),
        (.countDown(from: zero, until: zero + 60), -5, ClockReading(seconds: 60)),
        (.countDown(from: zero, until: zero + 60), 60, ClockReading(seconds: 0, isNegative: true)),
        (.countDown(from: zero, until: zero + 60), 95, ClockReading(seconds: 35, isNegative: true)),
        (.countUp(from: zero), 20, ClockReading(seconds: 20)), (.countUp(from: zero), -5, ClockReading(seconds: 0)),
        (.paused(elapsed: 7.5), 20, ClockReading(seconds: 7.5, isRunning: false)),
    ])
    func `a clock is read at an instant`(_ timer: ActivityTimer, _ after: Double, _ reading: ClockReading) {
        let state = Self.state { $0.timer = timer }
        #expect(state.resolve(now: Self.zero + after).clock == reading)
    }

    @Test func `past a countdown's end the wording takes the subtitle's place, and the minus goes`() {
        let state = Self.state {
            $0.timer = .countDown(from: Self.zero, until: Self.zero + 60)
            $0.subtitle = "Time remaining"
            $0.subtitleOverflow = "Running over"
        }
        let before = state.resolve(now: Self.zero + 59)
        #expect(before.contentState.subtitle == "Time remaining")
        #expect(!before.isPastEnd)
        let after = state.resolve(now: Self.zero + 95)
        #expect(after.contentState.subtitle == "Running over")
        #expect(after.isPastEnd)
        #expect(after.clock == ClockReading(seconds: 35))
    }

    // MARK: Against the relay

    @Test(arguments: 0..<40)
    func `it is what the relay shows at that instant, where the activity was never in line or paused`(_ seed: Int) {
        var story = Story(seed: UInt64(seed), rests: false)
        for _ in 0..<60 {
            story.step()
            let sent = story.shown(after: 0)
            for seconds in story.waits() {
                let relays = story.shown(after: seconds)
                let ours = sent.resolve(now: story.now + seconds, startedAt: story.startedAt).contentState
                // Two ways to the same quotient may differ in its last digit, and so in the last that is emitted.
                #expect(abs(ours.progress - relays.progress) < 0.000_15)
                #expect(ours.status == relays.status || ours.progress != relays.progress)
                #expect(ours.displayStatus == relays.displayStatus || ours.status != relays.status)
                #expect(ours.subtitle == relays.subtitle)
                #expect(ours.timer == relays.timer)
                #expect(ours.estimatedCompletionDate == relays.estimatedCompletionDate)
            }
        }
    }

    @Test(arguments: 0..<40)
    func `it never falls behind what was sent, nor without startedAt runs ahead of the relay`(_ seed: Int) {
        var story = Story(seed: UInt64(1000 + seed), rests: true)
        for _ in 0..<60 {
            story.step()
            let sent = story.shown(after: 0)
            let isFixed = sent.timer != nil && sent.estimatedCompletionDate != nil
            for seconds in story.waits() {
                let now = story.now + seconds
                #expect(sent.resolve(now: now, startedAt: story.startedAt).contentState.progress >= sent.progress)
                let ours = sent.resolve(now: now).contentState
                #expect(ours.progress >= sent.progress)
                if !isFixed { #expect(ours.progress <= story.shown(after: seconds).progress) }
            }
        }
    }
}

/// A story of one activity, of events that leave nothing waiting.
private struct Story {
    private var activity: Activity
    private(set) var now = 1_790_000_000.0
    private var generator: SeededGenerator
    private let rests: Bool
    private let rules = Rules()

    var startedAt: Double { activity.run.startedAt }

    /// `rests`: whether it is in line and paused now and then.
    init(seed: UInt64, rests: Bool) {
        generator = SeededGenerator(seed: seed)
        self.rests = rests
        activity = Activity.begin(with: Event(conversionId: "t", type: .start), at: now, rules).0
    }

    /// Lets some time pass, then an event happen.
    mutating func step() {
        now += Double(Int.random(in: 1...60, using: &generator)) / 4
        let event = event()
        _ = activity.take(event, isLate: false, at: now, rules)
    }

    /// What the relay shows so many seconds from now, if nothing happens till then.
    func shown(after seconds: Double) -> ContentState {
        activity.contentState(at: now + seconds, rules)
    }

    mutating func waits() -> [Double] {
        (0..<5).map { _ in Double(Int.random(in: 0...800, using: &generator)) / 4 }
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    private mutating func event() -> Event {
        var event = Event(conversionId: "t")
        if chance(30) { event.progress = Double(Int.random(in: 0...60, using: &generator)) / 100 }
        if chance(30) {
            event.fields.estimatedCompletionDate = .set(now + Double(Int.random(in: 1...300, using: &generator)))
            event.fields.fixedEnd = .set(chance(40))
        }
        if chance(15) { event.fields.status = .set("generating") }
        if chance(15) { event.fields.subtitle = .set("Time remaining") }
        if chance(15) { event.fields.subtitleOverflow = chance(30) ? .cleared : .set("Running over") }
        if rests, chance(15) { event.type = chance(50) ? .pause : .resume }
        if rests, chance(15) { event.fields.queuePosition = .set(Int.random(in: 0...3, using: &generator)) }
        return event
    }
}
