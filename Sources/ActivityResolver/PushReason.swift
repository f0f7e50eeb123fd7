/// What a push is for: of several, the first that holds (N1).
package enum PushReason: String, Equatable, Sendable, CaseIterable, Comparable {
    /// The first push of a run.
    case start
    /// A boundary has fired (B1).
    case boundary
    /// The overflow wording takes the subtitle's place (T6).
    case overflow
    /// It was paused.
    case pause
    /// It goes on.
    case resume
    /// The place in line changed, or the line was entered or left.
    case queue
    /// Another status or other words.
    case status
    /// An event's alert.
    case alert
    /// Title, subtitle, clock, colour, the app's own fields or the event's own stale date.
    case content
    /// The ETA moved, appeared or went.
    case eta
    /// Progress moved.
    case progress
    /// The stale date of the last push is near.
    case stale
    /// Time moved the ring (N3).
    case nudge
    /// A new place is shown what is so.
    case registered
    /// What was owed after a failure.
    case retry
    /// The activity ended (X1).
    case ended
    /// A later start of its subscriber ended it (S2).
    case superseded
    /// Its completion never came (X2).
    case expired

    private static let order: [PushReason: Int] = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    /// Earlier in the order of N1.
    package static func < (one: PushReason, other: PushReason) -> Bool {
        (order[one] ?? 0) < (order[other] ?? 0)
    }

    /// The rule that makes it worth a push.
    package var rule: String {
        switch self {
        case .boundary: "B1"
        case .overflow: "T6"
        case .pause, .resume: "T4"
        case .nudge: "N3"
        case .ended: "X1"
        case .superseded: "S2"
        case .expired: "X2"
        case .start, .queue, .status, .alert, .content, .eta, .progress, .stale: "N1"
        case .registered: "Registration"
        case .retry: "Delivery"
        }
    }
}
