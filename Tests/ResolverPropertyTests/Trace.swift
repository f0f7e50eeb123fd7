import ActivityResolver
import Push

@testable import Relay

/// All that came of a history: what was pushed and what was so, at each instant at which anything was.
struct Trace {
    /// One of those instants: a step of the history, or what time alone brought.
    struct Moment {
        /// When, Unix seconds.
        var at: Double
        /// The step's place in the history; nil: time alone.
        var step: Int?
        /// What was said to an event.
        var answer: Answer?
        /// The target that was registered.
        var registered: String?
        /// What was pushed, in order.
        var pushes: [Push] = []
        /// The activities after it, by name.
        var activities: [String: View] = [:]
    }

    /// An activity as it stood.
    struct View {
        /// Its row.
        var row: Int64
        var activity: Activity
        var deliveries: [Delivery]
        /// What a target without a system of its own shows.
        var shown: ContentState

        /// The run, which no other run is called.
        var run: RunName { RunName(row: row, attempt: activity.attempt ?? 1, told: activity.run.startedAtTold) }
    }

    /// A run: within an activity, its attempt or its start as told is higher than of any before (S3).
    struct RunName: Hashable {
        var row: Int64
        var attempt: Int
        var told: Double
    }

    var rules: Rules
    var history: History
    var moments: [Moment] = []
    /// The targets that are start tokens.
    var startTargets: Set<String> = []

    /// All that was pushed, in order.
    var pushes: [Push] { moments.flatMap(\.pushes) }

    /// The event of a moment, if one came.
    func event(_ moment: Moment) -> ToldEvent? {
        guard let step = moment.step, case .event(let told) = history.steps[step].deed else { return nil }
        return told
    }

    /// Whether a push is to a start token.
    func isStart(_ push: Push) -> Bool { startTargets.contains(push.planned.target) }
}
