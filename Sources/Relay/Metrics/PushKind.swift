import ActivityResolver
import Telemetry

/// What a push tells, as metrics tell it.
enum PushKind: Int, MetricLabel {
    case start, update, end

    /// Of a push's event.
    init(_ event: PushEvent) {
        switch event {
        case .start: self = .start
        case .update: self = .update
        case .end: self = .end
        }
    }
}
