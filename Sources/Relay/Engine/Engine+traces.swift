import Push
import Telemetry

extension Engine.Batch {
    /// Lets the pushes that the last commands led to carry the traces of these, nil where one has none.
    mutating func carry(_ traces: [TraceContext?]) {
        let first = pushCounts.count - 1 - traces.count
        for (index, trace) in traces.enumerated() where trace != nil && first + index >= 0 {
            for push in pushCounts[first + index]..<pushCounts[first + index + 1] { pushes[push].trace = trace }
        }
    }
}
