/// Why what an event told is not worth a push (N1).
package enum Unchanged: Equatable, Sendable {
    /// Nothing that is shown has changed.
    case nothing
    /// Progress moved by less than a step.
    case progress(by: Double, step: Double)
    /// The ETA moved by less than a step, seconds.
    case eta(step: Double)

    /// In plain words.
    package var text: String {
        switch self {
        case .nothing: "nothing that is shown has changed"
        case .progress(let moved, let step):
            "progress moved by \(Tolerance.emitted(moved)), less than progressStep \(step)"
        case .eta(let step): "the ETA moved by less than etaStep \(step) s"
        }
    }
}
