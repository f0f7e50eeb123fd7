import Telemetry

/// What becomes of events, as metrics tell it.
enum EventOutcome: Int, MetricLabel {
    case accepted, duplicate, ignored, refused

    /// Of an engine's answer.
    init(_ answer: Result<Answer, Problem>) {
        switch answer {
        case .success(let answer):
            switch answer.outcome {
            case .accepted: self = .accepted
            case .duplicate: self = .duplicate
            case .ignored: self = .ignored
            }
        case .failure: self = .refused
        }
    }
}
