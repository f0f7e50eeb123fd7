import ActivityResolver

/// What an engine goes by besides the rules.
struct EngineSettings {
    /// A place that an activity without registrations is pushed to.
    struct Target: Equatable {
        var name: String
        var kind: TargetKind
    }

    /// The default sender; nil: activities without registrations go nowhere.
    var defaultTarget: Target?
    /// The senders, by name.
    var senders: [String: SenderTraits] = [:]
    /// How many eventIds are remembered for an activity (E4).
    var eventIds = 1000
    /// The longest pause between two tries of a failing target, seconds.
    var retryMax = 60.0
    /// Whether events and pushes are recorded.
    var recordsHistory = true
    /// Whether sends count as done when they are handed over: in replay, where nothing is sent.
    var sendsSucceedAtOnce = false
    /// How many activities are kept at hand, so that what comes again soon need not be read again.
    var recordsAtHand = 1024
    /// Whether rows get their state's bytes; without them only what is at hand is known, as in replay.
    var encodesStates = true
    /// The shortest and the longest time that devices are given to show a card by themselves, seconds; nil where no
    /// sender starts cards.
    var startDelays: ClosedRange<Double>? {
        var delays: ClosedRange<Double>?
        for traits in senders.values where traits.takesStartTokens {
            let known = delays ?? traits.startDelay...traits.startDelay
            delays = min(known.lowerBound, traits.startDelay)...max(known.upperBound, traits.startDelay)
        }
        return delays
    }
    /// How long a target is left alone after a failure.
    var backOff: BackOff { BackOff(longest: retryMax, random: random) }
    /// This relay's mark in the rows that it has handed over.
    var owner: Int64 = 1
    /// Makes the name of a registration, which nobody guesses.
    var makeId: @Sendable () -> String = { RegistrationId.make() }
    /// A random number from 0 up to 1, for the jitter of retries.
    var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
}
