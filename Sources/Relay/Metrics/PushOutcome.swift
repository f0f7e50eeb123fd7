import Push
import Telemetry

/// What became of a push, as metrics tell it.
enum PushOutcome: Int, MetricLabel {
    case ok, retry, dropped, dead, unknown

    /// Of a sender's word.
    init(_ outcome: Outcome) {
        switch outcome {
        case .ok: self = .ok
        case .retry: self = .retry
        case .dropped: self = .dropped
        case .dead: self = .dead
        case .unknown: self = .unknown
        }
    }
}
